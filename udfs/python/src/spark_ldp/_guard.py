"""What Spark says, as one sentence of ours; and the session that runs."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Callable, Optional, TypeVar
from weakref import WeakSet

from ._check import refusal

if TYPE_CHECKING:
    from pyspark.sql import Column, SparkSession

Result = TypeVar("Result")

_ENDED = re.compile(r"Ended\$(BadInput|Refused|Failed)[):]*\s*([^\n]*)")
_NO_JAR = re.compile(r"UNRESOLVED_ROUTINE\W.*ldp_|DATA_SOURCE_NOT_FOUND|[Ff]ind (the )?data source: `?ldp", re.S)

#: Sessions that have the jar, which none loses.
_WITH_JAR: "WeakSet[Any]" = WeakSet()


class BadInput(ValueError):
    """The plan, an option or the table is wrong."""


class Refused(RuntimeError):
    """A privacy rule says no."""


class Failed(RuntimeError):
    """A machine failed."""


_KINDS = {"BadInput": BadInput, "Refused": Refused, "Failed": Failed}


def saying(step: Callable[[], Result]) -> Result:
    """Does something; an error is our sentence, without the JVM's trace, which may hold a value."""
    try:
        return step()
    except Exception as error:
        found = _ENDED.search(str(error))
        if found is None and not _NO_JAR.search(str(error)):
            raise
        ended = _KINDS[found.group(1)](found.group(2).strip()) if found else _no_jar()
    raise ended


def _no_jar() -> BadInput:
    return BadInput(
        "a session needs spark-ldp.jar. Provided: a session without it; start it with"
        " ldp.session_config(), or, over Connect, its server with --jars spark-ldp.jar."
    )


def active() -> Optional["SparkSession"]:
    """The session that runs, in this thread or in another."""
    from pyspark.sql import SparkSession

    try:
        return SparkSession.active()
    except RuntimeError:  # PySpark's own is one
        return None


def running(spark: Any = None) -> Any:
    """The session that is given, or that runs."""
    if spark is None and active() is None:
        raise refusal("a session must be running", "none", "start one, or give spark=...")
    return active() if spark is None else spark


def call(function: str, *arguments: Any) -> "Column":
    """A function of spark-ldp.jar; texts, numbers and lists are constants. Refused where the session has no jar."""
    from pyspark.sql import functions as F

    spark = active()
    if spark is not None and spark not in _WITH_JAR:
        if not spark.catalog.functionExists("ldp_randomize"):
            raise _no_jar()
        _WITH_JAR.add(spark)
    return F.call_function(function, *[F.lit(a) if isinstance(a, (str, int, float, list)) else a for a in arguments])


def is_remote(spark: Any) -> bool:
    """Whether this is a session over Connect, whose server has another disk."""
    return type(spark).__module__.startswith("pyspark.sql.connect")


def require_frame(name: str, given: Any) -> None:
    """Refuses what is no DataFrame of Spark, with the line to write."""
    if not hasattr(given, "sparkSession"):
        found = f"a {type(given).__module__.split('.')[0]}.{type(given).__name__}"
        made = f"{name}.to_spark()" if hasattr(given, "to_spark") else f"spark.createDataFrame({name})"
        raise refusal(f"{name} must be a DataFrame of Spark", found, f"write {name} = {made}")
