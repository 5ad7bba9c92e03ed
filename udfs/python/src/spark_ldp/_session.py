"""What a session is started with, and the release key's file."""

from __future__ import annotations

import os
import re
import secrets
from pathlib import Path
from typing import Dict, Iterable, Optional, Tuple, Union

from ._check import refusal

# Where Python was started: a notebook may leave its folder later.
_STARTED = Path.cwd()

# Lines of Spark that have a jar of their own, with its Scala.
_LINES = {(3, 5): "2.12", (4, 0): "2.13", (4, 1): "2.13", (4, 2): "2.13"}

_EXTENSIONS = "org.sparkldp.sql.LdpExtensions,org.sparkldp.jobs.source.SourceExtensions"


def session_config(
    *,
    jar: Union[str, "os.PathLike[str]", None] = None,
    key_file: Union[str, "os.PathLike[str]", None] = None,
    packages: Iterable[str] = (),
) -> Dict[str, str]:
    """The settings with which a session is started; none of them can be changed later.

    `jar` is spark-ldp.jar; by default the environment's `LDP_JAR`, or the one of this checkout. Where there is none,
    its coordinates for the PySpark at hand are added to `packages`, the coordinates of what else the session needs.
    `key_file` is the path of the release key, which never goes into SQL, settings or notebooks itself.

    >>> config = ldp.session_config(jar="jobs/target/spark-ldp.jar", key_file="release.key")
    >>> spark = SparkSession.builder.config(map=config).getOrCreate()
    """
    if key_file is not None and re.fullmatch(r"(\W*[0-9A-Fa-f]){48,}\W*", os.fspath(key_file)):
        raise refusal("key_file must be the path of a file", "the key itself", "write_key makes a file")
    found = os.environ.get("LDP_JAR") or str(_checkout("jobs/target/spark-ldp.jar") or "")
    jars = found if jar is None else os.path.abspath(jar)
    config = {
        "spark.jars": jars,
        "spark.jars.packages": ",".join([*packages, *([] if jars else [_coordinates()])]),
        "spark.ldp.keyFile": "" if key_file is None else os.path.abspath(key_file),
        # Before 4.0, PySpark does not ask the jar for its extensions.
        "spark.sql.extensions": _EXTENSIONS if _line() < (4, 0) else "",
    }
    return {name: value for name, value in config.items() if value}


def _line() -> Tuple[int, int]:
    """The line of the newest jar that fits the PySpark at hand; the newest where there is none."""
    try:
        from pyspark import __version__ as version
    except ImportError:
        return max(_LINES)
    found = tuple(map(int, version.split(".")[:2]))
    return max((line for line in _LINES if line <= found), default=min(_LINES))


def _coordinates() -> str:
    from . import __version__

    major, minor = _line()
    return f"org.sparkldp:ldp-cli-spark-{major}.{minor}_{_LINES[major, minor]}:{__version__}"


def write_key(path: Union[str, "os.PathLike[str]"]) -> str:
    """Makes a new release key in a new file that only its user can read; returns the path.

    Who holds the key can undo keyed reports: protect it like the raw data.

    >>> ldp.write_key("release.key")
    """
    try:
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise refusal("a key must be written to a new file", os.fspath(path), "choose another name") from None
    with os.fdopen(file, "w") as out:
        out.write(secrets.token_hex(32) + "\n")
    return os.path.abspath(path)


def _checkout(file: str) -> Optional[Path]:
    """A file of the checkout in which Python was started."""
    folders = [_STARTED, *_STARTED.parents]
    return next((folder / file for folder in folders if (folder / file).is_file()), None)
