"""A real sshd for one test: on a port of this machine, with keys of its own, for whoever runs the test."""

from __future__ import annotations

import getpass
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, NamedTuple

from filelock import FileLock
from wire import PATIENCE, Wire

PROGRAMS: Final = Path(sys.executable).parent
_SEPARATED: Final = Path("/run/sshd")
_PACKAGES: Final = ("openssh-server", "libwrap0", "libnss-wrapper")


class NoSshdError(Exception):
    """There is no sshd here, and none could be unpacked; says why."""


class Sshd(NamedTuple):
    """A program and what its environment must have."""

    path: str
    environment: Mapping[str, str]


class Box:
    """The other machine: ``memory-mcp`` is on its path, ``home`` is its home, ``memory`` its file."""

    def __init__(self, folder: Path, port: int) -> None:
        self.folder, self.port = folder, port
        self.home = folder / "home"
        self.memory = self.home / "memory.db"
        self.config = folder / "config"

    def ssh(self, *command: str) -> list[str]:
        """Return the words of ``ssh box COMMAND...``; the box is named in a configuration as in ~/.ssh/config."""
        return ["ssh", "-F", str(self.config), "box", *command]

    def serve(self) -> Wire:
        """Start the server on the box, as a client does that was told ``ssh box memory-mcp serve``."""
        return Wire(self.ssh("memory-mcp", "serve"))

    def run(self, *command: str, given: bytes = b"") -> subprocess.CompletedProcess[str]:
        """Run a command on the box."""
        done = subprocess.run(self.ssh(*command), input=given, capture_output=True, timeout=PATIENCE, check=False)
        return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


@contextmanager
def ssh_box(folder: Path, sshd: Sshd) -> Iterator[Box]:
    """Run sshd in the foreground, and stop it with all its sessions when the block ends."""
    (folder / "home").mkdir(parents=True, exist_ok=True)
    folder.chmod(0o700)
    for name in ("host", "user"):
        if (folder / name).exists():
            continue
        subprocess.run(
            ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", folder / name], check=True, timeout=PATIENCE
        )
    made = _separated()
    process, port = _listening(folder, sshd)
    try:
        box = Box(folder, port)
        host_key = (folder / "host.pub").read_text(encoding="utf-8")
        (folder / "known").write_text(f"[127.0.0.1]:{port} {host_key}", encoding="utf-8")
        box.config.write_text(
            f"Host box\n HostName 127.0.0.1\n Port {port}\n User {getpass.getuser()}\n IdentityFile {folder / 'user'}\n"
            f" UserKnownHostsFile {folder / 'known'}\n IdentitiesOnly yes\n BatchMode yes\n ConnectTimeout 5\n"
            " ServerAliveInterval 15\n LogLevel ERROR\n",
            encoding="utf-8",
        )
        yield box
    finally:
        process.terminate()
        process.communicate(timeout=PATIENCE)
        if made:
            with suppress(OSError):
                _SEPARATED.rmdir()


def find_sshd(cache: Path) -> Sshd:
    """Return the sshd of this machine, or Debian's own unpacked in ``cache``, for which nothing is installed.

    Raises NoSshdError where neither can be had.
    """
    if sys.platform == "win32":
        raise NoSshdError("Windows keeps sshd as a service of the system")
    if shutil.which("ssh") is None:
        raise NoSshdError("ssh is not installed")
    environment = dict(os.environ)
    path = shutil.which("sshd", path=os.environ.get("PATH", "") + ":/usr/sbin:/usr/local/sbin")
    if path is None:
        root = _unpacked(cache)
        path = str(root / "usr/sbin/sshd")
        libraries = next(root.glob("usr/lib/*/libwrap.so.0")).parent
        environment["LD_LIBRARY_PATH"] = str(libraries)
    if os.getuid() != 0 or _has_user():
        return Sshd(path, environment)
    # As root it wants a user to become, whom its package would have made.
    wrapper = next(_unpacked(cache).glob("usr/lib/*/libnss_wrapper.so"))
    users = cache / "passwd"
    users.write_text(Path("/etc/passwd").read_text(encoding="utf-8") + "sshd:x:74:65534::/run/sshd:/usr/sbin/nologin\n")
    environment |= {
        "LD_PRELOAD": str(wrapper),
        "NSS_WRAPPER_PASSWD": str(users),
        "NSS_WRAPPER_GROUP": "/etc/group",
    }
    return Sshd(path, environment)


def _unpacked(cache: Path) -> Path:
    """Return the folder with what Debian's packages hold; Raises NoSshdError without apt or its lists."""
    root, done = cache / "root", cache / "done"
    cache.mkdir(parents=True, exist_ok=True)
    with FileLock(cache / "lock"):
        if not done.exists():
            try:
                subprocess.run(
                    ["apt-get", "download", *_PACKAGES], cwd=cache, check=True, capture_output=True, timeout=PATIENCE
                )
                for package in cache.glob("*.deb"):
                    subprocess.run(["dpkg-deb", "-x", package, root], check=True, timeout=PATIENCE)
            except (OSError, subprocess.SubprocessError) as exc:
                why = "sshd is not installed and `apt-get download openssh-server` fails"
                raise NoSshdError(f"{why}: {exc}") from exc
            done.touch()
    return root


def _has_user() -> bool:
    import pwd  # noqa: PLC0415 - Windows has none, and is not asked

    with suppress(KeyError):
        return bool(pwd.getpwnam("sshd"))
    return False


def _separated() -> bool:
    """Make the folder in which sshd shuts itself in when it runs as root, as its service does; whether it was made."""
    if os.getuid() != 0 or _SEPARATED.exists():
        return False
    _SEPARATED.mkdir(mode=0o755)
    return True


def _listening(folder: Path, sshd: Sshd) -> tuple[subprocess.Popen[bytes], int]:
    """Start sshd on a free port; another program may take it first, then on another one."""
    said = b""
    for _ in range(5):
        with socket.create_server(("127.0.0.1", 0)) as probe:
            port = int(probe.getsockname()[1])
        (folder / "sshd_config").write_text(_configuration(folder, port), encoding="utf-8")
        process = subprocess.Popen(
            [sshd.path, "-D", "-e", "-f", folder / "sshd_config"], env=sshd.environment, stderr=subprocess.PIPE
        )
        assert process.stderr is not None
        for line in process.stderr:
            if b"Server listening" in line:
                return process, port
            said += line
        process.communicate(timeout=PATIENCE)
    raise AssertionError(said.decode())


def _configuration(folder: Path, port: int) -> str:
    home = folder / "home"
    words = {
        "HOME": home, "PATH": f"{PROGRAMS}:/usr/local/bin:/usr/bin:/bin", "MEMORY_DB_PATH": home / "memory.db",
        "MEMORY_EMBED_DISABLED": "1",
    }  # fmt: skip
    variables = " ".join(f'"{name}={value}"' for name, value in words.items())
    return (
        f"ListenAddress 127.0.0.1:{port}\nHostKey {folder / 'host'}\nAuthorizedKeysFile {folder / 'user.pub'}\n"
        "PidFile none\nUsePAM no\nStrictModes no\nPasswordAuthentication no\nKbdInteractiveAuthentication no\n"
        f"PermitRootLogin prohibit-password\nLogLevel INFO\nSetEnv {variables}\n"
    )
