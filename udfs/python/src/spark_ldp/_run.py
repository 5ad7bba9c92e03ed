"""Plans that run on a DataFrame: the data source `ldp`, which classic sessions and Connect both have."""

from __future__ import annotations

import re
import uuid
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, Dict, List, Optional

from . import _show
from ._check import Names, names, ordered, plain, refusal
from ._guard import is_remote, require_frame, running, saying
from ._plot import plot

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from pyspark.sql import DataFrame

_NOBODY = "SELECT 1 AS id WHERE false"

HAS_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:")

# What names a file beside a plan: keys, an include, a strategy.
_BESIDE = re.compile(r"(?m)\b(path|table|file)\s*[=:]\s*['\"]?([^'\"\s,)}]+)|^\s*include\s+(.+)$")


class Done:
    """What a run of a plan has left in storage. Everything is read from there, when it is asked for."""

    def __init__(self, spark: Any, output: str, options: Dict[str, str]) -> None:
        self._spark, self.output, self._options = spark, output, options

    def __repr__(self) -> str:
        return f"Done({self.output!r})"

    def _repr_html_(self) -> str:
        try:
            return _show.estimates([row.asDict() for row in saying(self.estimates.collect)])
        except (ValueError, RuntimeError) as error:
            return f"<p>{escape(str(error))}</p>"

    @property
    def estimates(self) -> "DataFrame":
        """Columns item, estimate, standard_error, lower, upper, note and best, after public ones.

        Of a plan with `numbers`, and of mean-by, `measure` before `item` is what a row estimates: a count, a sum or
        a mean.
        """
        return _table(self._spark, {"output": self.output, "show": "estimates"})

    def means(self, number: str) -> "DataFrame":
        """The mean of one of the plan's `numbers`, or of mean-by's, by item; NULL where a note says why there is none.

        >>> done.means("ms").show()
        """
        frame, measure = self.estimates, f"mean of {number}"
        has = "measure" in frame.columns
        found = saying(frame.select("measure").distinct().collect) if has else []
        known = sorted(row["measure"][len("mean of ") :] for row in found if row["measure"].startswith("mean of "))
        if number not in known:
            raise refusal("means are of one of the plan's numbers", number, f"they are {', '.join(known) or 'none'}")
        return frame.where(frame["measure"] == measure).drop("measure")

    @property
    def drawn(self) -> "DataFrame":
        """Each run that drew: round, period, run, reports, epsilon_left, notes."""
        return _read(self._spark, {"output": self.output, "show": "drawn"})

    @property
    def notes(self) -> List[str]:
        """What must be known of the estimates; none where there is nothing to say."""
        rows = saying(lambda: self.estimates.select("note").distinct().collect())
        return sorted(row["note"] for row in rows if row["note"])

    @property
    def epsilon_left(self) -> Optional[float]:
        """What the tightest budget had left after the last run that drew; None without a ledger."""
        runs = self.drawn.dropna(subset=["epsilon_left"]).collect()
        return min((row["epsilon_left"] for row in runs), default=None)

    def compare(
        self,
        other: Optional["Done"] = None,
        *,
        days: Names = None,
        groups: Names = None,
        items: Names = None,
        jointly: bool = False,
    ) -> "DataFrame":
        """What differs: from another run, or between two days, groups or items of this one.

        With `jointly`, the intervals hold all at once, and are longer.

        Columns group, item, first, second, difference, standard_error, lower, upper, ratio, ratio_lower, ratio_upper,
        differs and note. Counts are compared as shares of their people.

        >>> done.compare(days=["2026-01-01", "2026-01-02"]).show()
        """
        asked = {"other": other.output if other else "", "jointly": "true" if jointly else "", **_listed(days)}
        asked.update(groups=";".join(names("groups", groups)), items=";".join(names("items", items)))
        return _read(self._spark, {"output": self.output, "show": "compared", **asked})

    @property
    def model(self) -> "Model":
        """Of a plan of task `table`, what anybody may ask afterwards."""
        return Model(self.output, self._spark)

    def plot(self, **options: Any) -> "Axes":
        """Draws the estimates as `ldp.plot` does."""
        return plot(saying(lambda: self.estimates.collect()), **options)

    def report(self, path: Any) -> str:
        """Writes the page that the option `--html` of `ldp` writes; its path."""
        file, begins = Path(path), "<!DOCTYPE html>"
        if file.exists() and file.stat().st_size and not file.read_bytes().startswith(begins.encode()):
            raise refusal("a page may replace only another page", path, "name another file")
        options = {**self._options, "output": self.output, "show": "page"}
        file.write_text("\n".join(_lines(self._spark, options)) + "\n", "utf-8")
        return str(path)


class Model:
    """A collected table, where a plan of task `table` left it; whatever is asked of it costs nobody anything.

    >>> model = ldp.Model("s3a://lake/ldp/people")
    >>> model.ask("SELECT education, avg(income) FROM people WHERE age >= 45 GROUP BY education").show()
    """

    def __init__(self, output: str, spark: Any = None) -> None:
        self.output, self._spark = str(output), spark

    def __repr__(self) -> str:
        return f"Model({self.output!r})"

    def ask(self, query: str) -> "DataFrame":
        """A row for each group and measure: measure, answer, standard_error, lower, upper, source, note and best."""
        return self._called("ldp_ask", text=query)

    def synthesize(self, rows: int, *, copies: int = 0, seed: int = 1) -> "DataFrame":
        """Synthetic people, who carry no error; with `copies`, tables of other fits, told apart by `copy`.

        The answers of copies become one by `ldp_combine(estimate, variance)`.
        """
        return self._called("ldp_synthesize", rows=rows, copies=copies, seed=seed)

    def _called(self, function: str, **arguments: Any) -> "DataFrame":
        given = {"folder": self.output, **arguments}
        call = f"SELECT * FROM {function}({', '.join(':' + name for name in given)})"
        frame: "DataFrame" = saying(lambda: running(self._spark).sql(call, given))
        saying(lambda: frame.schema)  # over Connect nothing is looked at before it must be
        return frame


class Asked:
    """What a plan can do with people. Where the plan is, its class says."""

    _path = ""

    def _options(self, spark: Any) -> Dict[str, str]:
        """The plan by its file where the session can read that, else by its text."""
        if self._path and (HAS_SCHEME.match(self._path) or not is_remote(spark)):
            return {"plan": self._path}
        text = str(self)
        if is_remote(spark):
            for _, path, included in _BESIDE.findall(re.sub(r"(?m)(#|//).*$", "", text)):
                if included or not HAS_SCHEME.match(path):
                    rule = "a plan over Connect must name files where the server reads them"
                    remedy = "name it by its scheme, such as s3a:// or file:///, or write domain=ldp.items(...)"
                    raise refusal(rule, included or path, remedy)
        return {"plan_text": text}

    def run(self, people: "DataFrame", *, output: str, days: Any = None, group_by: Names = None) -> Done:
        """Asks those of the people who have not been asked, and estimates; acts at once.

        The results are under `output`. A second run over the same folder asks people who came later, and nobody else.
        The release key and the ledger are the session's.

        >>> done = plan.run(people, output="s3a://lake/ldp/country")
        """
        return self._write(people, output, _listed(days, group_by))

    def privatize(self, people: "DataFrame", *, output: str, days: Any = None) -> Done:
        """The first step of `run` alone: draws reports, and needs the key."""
        return self._write(people, output, {"step": "privatize", **_listed(days)})

    def accumulate(self, *, output: str, group_by: Names = None, spark: Any = None) -> Done:
        """The second step: adds up the reports that are under `output`."""
        return self._write(running(spark).sql(_NOBODY), output, {"step": "accumulate", **_listed(group_by=group_by)})

    def estimate(self, *, output: str, days: Any = None, spark: Any = None) -> Done:
        """The third step: estimates from the accumulators that are under `output`."""
        return self._write(running(spark).sql(_NOBODY), output, {"step": "estimate", **_listed(days)})

    def _write(self, people: "DataFrame", output: str, more: Dict[str, str]) -> Done:
        _require_people(people)
        spark, output = people.sparkSession, str(output)
        if is_remote(spark) and not (output.startswith("/") or HAS_SCHEME.match(output)):
            rule = "output over Connect must be a whole path, for the server writes it"
            remedy = f'write output="s3a://.../{output}", or a folder of the server\'s, "/.../{output}"'
            raise refusal(rule, output, remedy)
        options = self._options(spark)
        writer = people.write.format("ldp").mode("append")
        saying(writer.options(**options, output=output, **more).save)
        return Done(spark, output, options)

    def forecast(self, users: int, *, spark: Any = None) -> str:
        """The error to expect of so many people, in one sentence, before anybody is asked."""
        spark = running(spark)
        return _lines(spark, {**self._options(spark), "show": "forecast", "users": str(users)})[0]

    def rehearse(self, people: "DataFrame", *, days: Any = None) -> None:
        """Prints what the plan would find wrong with the rows: exact counts, for the values' holder."""
        _require_people(people)
        spark, view = people.sparkSession, f"ldp_rehearsal_{uuid.uuid4().hex}"
        people.createOrReplaceTempView(view)
        try:
            options = {**self._options(spark), "show": "rehearsal", "people": view, **_listed(days)}
            print("\n".join(_lines(spark, options)))
        finally:
            spark.catalog.dropTempView(view)


class Ledger:
    """The application's ledger, which the operator names; see `jobs/docs/ledger.md`."""

    def left(self, spark: Any = None) -> "DataFrame":
        """A row for each budget and window: population, attribute, per, budget, spent, left.

        There is no row without a ledger.

        >>> ldp.ledger.left().show()
        """
        return _read(running(spark), {"show": "left"})


ledger = Ledger()


def _require_people(people: Any) -> None:
    require_frame("people", people)
    if saying(lambda: people.isStreaming):
        remedy = "write people.writeStream.foreachBatch(lambda batch, _: plan.run(batch, output=...))"
        raise refusal("a stream is asked batch by batch", "a streaming DataFrame", remedy)


def _listed(days: Any = None, group_by: Names = None) -> Dict[str, str]:
    several = ordered("days", days) if hasattr(days, "__iter__") and not isinstance(days, str) else [plain(days)]
    given = {"days": [str(day) for day in several if days is not None], "group_by": names("group_by", group_by)}
    return {key: ",".join(texts) for key, texts in given.items() if texts}


def _table(spark: Any, options: Dict[str, str]) -> "DataFrame":
    """What the source shows; looked at here, for over Connect nothing is before it must be. An empty option is none."""
    given = {key: text for key, text in options.items() if text}
    frame: "DataFrame" = saying(spark.read.format("ldp").options(**given).load)
    saying(lambda: frame.schema)
    return frame


def _read(spark: Any, options: Dict[str, str]) -> "DataFrame":
    """The few rows that the source shows, read here: their columns are known before anything is looked at."""
    frame = _table(spark, options)
    return spark.createDataFrame(saying(frame.collect), frame.schema)  # type: ignore[no-any-return]


def _lines(spark: Any, options: Dict[str, str]) -> List[str]:
    return [row["line"] for row in saying(_table(spark, options).collect)]
