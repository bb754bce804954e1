"""Where a file should not live: network file systems and folders a cloud service synchronises."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

# WAL needs shared memory between processes of one machine: https://www.sqlite.org/wal.html
_NETWORK_FILE_SYSTEMS: Final = frozenset(
    {"nfs", "nfs4", "cifs", "smb3", "smbfs", "afs", "9p", "fuse.sshfs", "fuse.rclone", "fuse.gvfsd-fuse", "davfs"}
)
# A synchronising program copies the file and its WAL one after the other, and brings back old versions.
_SYNCHRONISED_FOLDERS: Final = (
    "dropbox", "onedrive", "google drive", "googledrive", "icloud drive", "icloud~", "com~apple~clouddocs",
    "mobile documents", "nextcloud", "owncloud", "pcloud", "syncthing", "box sync", "mega",
)  # fmt: skip
_MOUNTS: Final = Path("/proc/self/mounts")


def warnings(path: Path) -> list[str]:
    """Return what is wrong with this place for a database, each as a sentence with the way out."""
    found = []
    folder = path.expanduser().absolute().parent
    for part in folder.parts:
        name = part.casefold()
        if any(name == marker or name.startswith((f"{marker} ", f"{marker}-")) for marker in _SYNCHRONISED_FOLDERS):
            found.append(
                f"{folder} looks synchronised by a cloud service ({part}), which can damage a database in use: "
                "set MEMORY_DB_PATH to a local folder and use `memory-mcp backup` for copies."
            )
            break
    file_system = _file_system(folder)
    if file_system in _NETWORK_FILE_SYSTEMS or str(folder).startswith("\\\\"):
        found.append(
            f"{folder} is on a network file system ({file_system or 'UNC path'}), where several programs on one file "
            "lose data: set MEMORY_DB_PATH to a local folder."
        )
    return found


def _file_system(folder: Path, mounts: Path = _MOUNTS) -> str:
    """Return the type of the file system a folder is on; empty where the system does not say."""
    if sys.platform != "linux" or not mounts.exists():
        return ""
    best, kind = "", ""
    for line in mounts.read_text(encoding="utf-8", errors="replace").splitlines():
        fields = line.split(" ")
        if len(fields) < 3:  # noqa: PLR2004 - device, mount point, type
            continue
        point = fields[1].replace("\\040", " ")
        if folder.is_relative_to(point) and len(point) >= len(best):
            best, kind = point, fields[2]
    return kind
