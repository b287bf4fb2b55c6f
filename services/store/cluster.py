"""Where PostgreSQL's files lie, and who owns them.

PostgreSQL refuses to run as root. Started by root it runs as a user of its own, which must be able to
reach its files and programs without any of root's folders being opened for it: where it cannot, both
are put under /var/lib/nomorebets instead, and the data directory says where.
"""

from __future__ import annotations

import hashlib
import os
import pwd
import shutil
from pathlib import Path

import msgspec

from schemas.errors import NoMoreBetsError

UID = 58750
"""Who PostgreSQL is when we are root: a number no one else has, so that nothing else may read its files."""
ELSEWHERE = Path("/var/lib/nomorebets")


class Cluster(msgspec.Struct, frozen=True, kw_only=True):
    """One PostgreSQL's folder, its programs, and the user it runs as (null: as ourselves)."""

    home: Path
    programs: Path
    uid: int | None

    @property
    def files(self) -> Path:
        """What PostgreSQL calls its data directory."""
        return self.home / "files"

    @property
    def journal(self) -> Path:
        """What PostgreSQL says about itself."""
        return self.home / "postgres.log"

    @property
    def creator(self) -> int | None:
        """`initdb` insists on a user that has a name; afterwards the files change hands."""
        return None if self.uid is None else pwd.getpwnam("nobody").pw_uid

    @property
    def creator_group(self) -> int | None:
        """The group of the same."""
        return None if self.uid is None else pwd.getpwnam("nobody").pw_gid

    @property
    def unfinished(self) -> Path:
        """Where `initdb` works; it gets its proper name only when it is whole, so a crash leaves no half cluster."""
        return self.home / "unfinished"

    def clear(self) -> None:
        """An empty folder for `initdb`."""
        shutil.rmtree(self.unfinished, ignore_errors=True)
        self.unfinished.mkdir(mode=0o700)
        if self.creator is not None and self.creator_group is not None:
            os.chown(self.unfinished, self.creator, self.creator_group)

    def own(self, folder: Path) -> Path:
        """Hand one folder to the user PostgreSQL runs as."""
        if self.uid is not None:
            os.chown(folder, self.uid, self.uid)
        return folder

    def finish(self) -> None:
        """Hand all that `initdb` made to the user PostgreSQL runs as, and give it its name."""
        if self.uid is not None:
            for folder, folders, files in os.walk(self.unfinished):
                for name in (*folders, *files):
                    os.chown(Path(folder) / name, self.uid, self.uid, follow_symlinks=False)
            self.own(self.unfinished)
        self.unfinished.rename(self.files)


def place(data: Path, programs: Path) -> Cluster:
    """The cluster of a data directory: inside it, or where it says that it is."""
    data.mkdir(parents=True, exist_ok=True)
    uid = UID if os.geteuid() == 0 else None
    home = _home(data.resolve(), uid)
    _make(home)
    if uid is not None and not _reachable(programs):
        programs = _carry(programs.resolve())
    return Cluster(home=home, programs=programs, uid=uid)


def process_of(files: Path) -> int | None:
    """The process that serves these files, if one is alive."""
    try:
        pid = int((files / "postmaster.pid").read_text().split("\n")[0])
        os.kill(pid, 0)
    except (OSError, ValueError):
        return None
    try:
        # Numbers are used again: it is ours only if it lives where PostgreSQL lives, in its own files.
        return pid if Path(os.readlink(f"/proc/{pid}/cwd")) == files else None
    except FileNotFoundError:
        return None if Path("/proc/self").exists() else pid
    except OSError:
        return None


def _home(data: Path, uid: int | None) -> Path:
    note = data / "postgres.path"
    if note.exists():
        return Path(note.read_text().strip())
    home = data / "postgres"
    if uid is None or home.exists() or _reachable(home):
        return home
    home = ELSEWHERE / hashlib.sha256(os.fsencode(data)).hexdigest()[:16]
    note.write_text(f"{home}\n")
    return home


def _make(home: Path) -> None:
    try:
        if ELSEWHERE in home.parents:
            ELSEWHERE.mkdir(mode=0o755, parents=True, exist_ok=True)
        home.mkdir(mode=0o755, exist_ok=True)
    except OSError as wrong:
        raise NoMoreBetsError(f"cannot make {home} for PostgreSQL: {wrong.strerror}") from None


def _reachable(path: Path) -> bool:
    """Whether any user may walk down to it."""
    return all(parent.stat().st_mode & 0o001 for parent in path.resolve().parents)


def _carry(programs: Path) -> Path:
    """The programs where PostgreSQL's user can reach them; linked, or copied from another disk."""
    mark = hashlib.sha256(os.fsencode(programs) + str(programs.stat().st_mtime_ns).encode()).hexdigest()[:16]
    package = programs.parent
    there = ELSEWHERE / f"programs-{mark}"
    if not there.exists():
        half = ELSEWHERE / f"programs-{mark}.{os.getpid()}"
        shutil.rmtree(half, ignore_errors=True)
        ELSEWHERE.mkdir(mode=0o755, parents=True, exist_ok=True)
        try:
            # They look for their libraries beside the package they came in.
            for folder in (programs, package.with_name(f"{package.name}.libs")):
                if folder.exists():
                    target = half / folder.relative_to(package.parent)
                    shutil.copytree(folder, target, copy_function=_link, symlinks=True)
            half.chmod(0o755)
            half.rename(there)
        except OSError as wrong:
            raise NoMoreBetsError(f"cannot put PostgreSQL's programs into {ELSEWHERE}: {wrong}") from None
    return there / programs.relative_to(package.parent)


def _link(source: str, target: str) -> None:
    try:
        os.link(source, target, follow_symlinks=False)
    except OSError:
        shutil.copy2(source, target)
