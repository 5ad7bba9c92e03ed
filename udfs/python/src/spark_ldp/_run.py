"""Plans that run on a DataFrame: the data source `ldp`, which classic sessions and Connect both have."""

from __future__ import annotations

import re
import uuid
from typing import TYPE_CHECKING, Any, Dict, Iterable, List, Optional, Union

from ._check import names, refusal
from ._plot import plot

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from pyspark.sql import DataFrame

_ENDED = re.compile(r"Ended\$(BadInput|Refused|Failed)[):]*\s*([^\n]*)")


class BadInput(ValueError):
    """The plan, an option or the table is wrong."""


class Refused(RuntimeError):
    """A privacy rule says no."""


class Failed(RuntimeError):
    """A machine failed."""


_KINDS = {"BadInput": BadInput, "Refused": Refused, "Failed": Failed}


class Done:
    """What a run of a plan has left in storage. Everything is read from there, when it is asked for."""

    def __init__(self, spark: Any, output: str) -> None:
        self._spark = spark
        self.output = output

    def __repr__(self) -> str:
        return f"Done({self.output!r})"

    def _read(self, show: str) -> "DataFrame":
        return _saying(_reader(self._spark, {"output": self.output, "show": show}).load)

    @property
    def estimates(self) -> "DataFrame":
        """The columns item, estimate, standard_error, lower, upper and note, after public columns."""
        return self._read("estimates")

    @property
    def drawn(self) -> "DataFrame":
        """Each run that drew: round, period, run, reports, epsilon_left, notes."""
        return self._read("drawn")

    @property
    def notes(self) -> List[str]:
        """What must be known of the estimates; none where there is nothing to say."""
        rows = self.estimates.select("note").distinct().collect()
        return sorted(row["note"] for row in rows if row["note"])

    @property
    def epsilon_left(self) -> Optional[float]:
        """What the tightest budget had left after the last run that drew; None without a ledger."""
        runs = [row for row in self.drawn.collect() if row["epsilon_left"] is not None]
        return min((row["epsilon_left"] for row in runs), default=None)

    def plot(self, **options: Any) -> "Axes":
        """Draws the estimates as `ldp.plot` does."""
        return plot(self.estimates, **options)


class Asked:
    """What a plan can do with people. Where the plan is, its class says."""

    def _options(self) -> Dict[str, str]:
        raise NotImplementedError

    def run(
        self,
        people: "DataFrame",
        *,
        output: str,
        days: Union[str, Iterable[str], None] = None,
        group_by: Union[str, Iterable[str], None] = None,
    ) -> Done:
        """Asks those of the people who have not been asked, and estimates; acts at once.

        The results are under `output`. A second run over the same folder asks people who came later,
        and nobody else. The release key and the ledger are the session's.

        >>> done = plan.run(people, output="s3a://lake/ldp/country")
        """
        return self._write(people, output, _listed(days, group_by))

    def privatize(
        self, people: "DataFrame", *, output: str, days: Union[str, Iterable[str], None] = None
    ) -> Done:
        """The first step of `run` alone: draws reports, and needs the key."""
        return self._write(people, output, {"step": "privatize", **_listed(days, None)})

    def accumulate(
        self,
        *,
        output: str,
        group_by: Union[str, Iterable[str], None] = None,
        spark: Any = None,
    ) -> Done:
        """The second step: adds up the reports that are under `output`."""
        return self._write(_nobody(spark), output, {"step": "accumulate", **_listed(None, group_by)})

    def estimate(
        self, *, output: str, days: Union[str, Iterable[str], None] = None, spark: Any = None
    ) -> Done:
        """The third step: estimates from the accumulators that are under `output`."""
        return self._write(_nobody(spark), output, {"step": "estimate", **_listed(days, None)})

    def _write(self, people: "DataFrame", output: str, more: Dict[str, str]) -> Done:
        options = {**self._options(), "output": output, **more}
        writer = people.write.format("ldp").mode("append")
        for key, value in options.items():
            writer = writer.option(key, value)
        _saying(writer.save)
        return Done(people.sparkSession, output)

    def forecast(self, users: int, *, spark: Any = None) -> str:
        """The error to expect of so many people, in one sentence, before anybody is asked."""
        options = {**self._options(), "show": "forecast", "users": str(users)}
        return _lines(_session(spark), options)[0]

    def rehearse(
        self, people: "DataFrame", *, days: Union[str, Iterable[str], None] = None
    ) -> None:
        """Prints what the plan would find wrong with the rows: exact counts, for the values' holder."""
        view = f"ldp_rehearsal_{uuid.uuid4().hex}"
        people.createOrReplaceTempView(view)
        try:
            options = {**self._options(), "show": "rehearsal", "people": view, **_listed(days, None)}
            print("\n".join(_lines(people.sparkSession, options)))
        finally:
            people.sparkSession.catalog.dropTempView(view)


class Ledger:
    """The application's ledger, which the operator names; see `jobs/docs/ledger.md`."""

    def left(self, spark: Any = None) -> "DataFrame":
        """A row for each budget and window: population, attribute, per, budget, spent, left.

        There is no row without a ledger.

        >>> ldp.ledger.left().show()
        """
        return _saying(_reader(_session(spark), {"show": "left"}).load)


ledger = Ledger()


def _listed(
    days: Union[str, Iterable[str], None], group_by: Union[str, Iterable[str], None]
) -> Dict[str, str]:
    given = {"days": names("days", days), "group_by": names("group_by", group_by)}
    return {key: ",".join(texts) for key, texts in given.items() if texts}


def _session(spark: Any) -> Any:
    if spark is not None:
        return spark
    from pyspark.sql import SparkSession

    active = SparkSession.getActiveSession()
    if active is None:
        raise refusal("a session must be running", "none", "start one, or give spark=...")
    return active


def _nobody(spark: Any) -> "DataFrame":
    return _session(spark).sql("SELECT 1 AS id WHERE false")


def _reader(spark: Any, options: Dict[str, str]) -> Any:
    reader = spark.read.format("ldp")
    for key, value in options.items():
        reader = reader.option(key, value)
    return reader


def _lines(spark: Any, options: Dict[str, str]) -> List[str]:
    return [row["line"] for row in _saying(lambda: _reader(spark, options).load().collect())]


def _saying(step: Any) -> Any:
    """Does something; an error is our sentence, without the JVM's trace, which may hold a value."""
    try:
        return step()
    except Exception as error:
        found = _ENDED.search(str(error))
        if found is None:
            raise
        ended = _KINDS[found.group(1)](found.group(2).strip())
    raise ended
