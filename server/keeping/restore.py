"""Puts a backup in the place of what is stored; never while a server runs.

What was there is kept beside it: whoever restores in a hurry may have the wrong file in hand. At
no moment is there no database: a server that starts then would begin with an empty one.
"""

import os
import shutil
from contextlib import closing
from pathlib import Path
from typing import Final

from server.exits import Refusal
from server.store import migrate
from server.store.lock import DirectoryLock
from server.store.sqlite import NAME, hold_directory

COMING: Final = f"{NAME}.restored"
"""The copy on its way; a crash leaves it behind, and the next restore writes it anew."""
SIDE_FILES: Final = ("-wal", "-shm", "-journal")
"""What SQLite keeps beside a database. Beside another one it would be read as that one's."""


def restore(directory: Path, file: Path) -> str:
    """Put the backup `file` in place; a line about it.

    Raises Refusal: no such file. Raises StoreUnusable: a server has the directory, or the file is
    damaged, none of this server, or of a later one; then nothing is changed.
    """
    if not file.is_file():
        raise Refusal(f"there is no file {file}")
    newest = migrate.read_migrations()[-1].number
    with migrate.explained(file):
        if not migrate.check(file, newest):
            raise Refusal(f"{file} is empty: it is no backup")
    with migrate.explained(directory / NAME):
        is_new = not (directory / NAME).exists()
        lock: DirectoryLock = hold_directory(directory)
        try:
            _bring(file, directory)
            kept = None if is_new else _put_aside(directory)
            for ending in SIDE_FILES:
                (directory / f"{NAME}{ending}").unlink(missing_ok=True)
            (directory / COMING).replace(directory / NAME)
            migrate.sync_directory(directory)
        finally:
            lock.release()
    return f"{file} is in place in {directory}" + (f"; what was there is in {kept}" if kept else "")


def _bring(file: Path, directory: Path) -> None:
    """Copy the backup beside the database, for its owner alone, and make it durable."""
    coming = directory / COMING
    coming.unlink(missing_ok=True)
    log = Path(f"{file}-wal")
    if log.exists() and log.stat().st_size:
        # As of what was put aside after a kill: what was stored last stands in the log alone.
        with closing(migrate.read_only(file, immutable=False)) as connection:
            migrate.copy_whole(connection, coming)
        return
    handle = os.open(coming, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with file.open("rb") as source, os.fdopen(handle, "wb") as copy:
        shutil.copyfileobj(source, copy)
        copy.flush()
        os.fsync(copy.fileno())


def _put_aside(directory: Path) -> Path:
    """Keep database and side files under second names, in a directory of their own."""
    number, kept = 1, directory / "replaced"
    while kept.exists():
        number += 1
        kept = directory / f"replaced-{number}"
    kept.mkdir(mode=0o700)
    for ending in ("", *SIDE_FILES):
        original = directory / f"{NAME}{ending}"
        if original.exists():
            os.link(original, kept / original.name)
    migrate.sync_directory(kept)
    return kept
