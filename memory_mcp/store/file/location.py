"""Check the place of a file: what speaks against it, and whether the folder is this memory's own."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path
from typing import Final

from memory_mcp.config import Settings

# WAL needs shared memory between processes of one machine: https://www.sqlite.org/wal.html
_NETWORK_FILE_SYSTEMS: Final = frozenset(
    {"nfs", "nfs4", "cifs", "smb3", "smbfs", "afs", "9p", "fuse.sshfs", "fuse.rclone", "fuse.gvfsd-fuse", "davfs"}
)
# A synchronising program copies the file and its WAL one after the other, and brings back old versions.
_SYNCHRONISED_FOLDERS: Final = (
    "dropbox", "onedrive", "google drive", "googledrive", "icloud drive", "icloud~", "com~apple~clouddocs",
    "mobile documents", "nextcloud", "owncloud", "pcloud", "syncthing", "box sync", "mega",
)  # fmt: skip
CLIENT_FILES: Final = "client-files"
"""The folder beside the file for the clients' files as they were before setup."""
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


def is_folder_open(path: Path) -> bool:
    """Return whether others may look into the folder of a file, where it is this memory's own and so to be private.

    It is its own at the default place, and where nothing lies in it but what belongs to the file.
    """
    folder = path.parent
    if sys.platform == "win32" or not folder.is_dir():
        return False
    status = folder.stat()
    if stat.S_IMODE(status.st_mode) & 0o077 == 0 or status.st_uid != os.getuid():
        return False
    return path == Settings.load({}).db_path or all(
        one.name == CLIENT_FILES or one.name.removeprefix(".").startswith(path.name) for one in folder.iterdir()
    )


def _file_system(folder: Path) -> str:
    """Return the type of the file system a folder is on; empty where the system does not say."""
    if sys.platform != "linux" or not _MOUNTS.exists():
        return ""
    best, kind = "", ""
    for line in _MOUNTS.read_text(encoding="utf-8", errors="replace").splitlines():
        fields = line.split(" ")
        if len(fields) < 3:  # noqa: PLR2004 - device, mount point, type
            continue
        point = fields[1].replace("\\040", " ")
        if folder.is_relative_to(point) and len(point) >= len(best):
            best, kind = point, fields[2]
    return kind
