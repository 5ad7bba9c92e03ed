"""The statements that Python and Java run alike.

Each case is made twice: as SQL text (`golden/NAME.sql`, which the Java tests run) and with
DataFrames. Both must give `golden/NAME.txt`. Reports are keyed, so results are always the same.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Callable, Dict, List, Optional

import spark_ldp as ldp
from spark_ldp import _questions, _tree

#: The release key of all tests.
KEY = "000102030405060708090a0b0c0d0e0f" * 2

PEOPLE = 20_000


@dataclass(frozen=True)
class Case:
    """A question to people of a table, and the true answers."""

    people: str
    column: str
    spec: ldp.Spec
    truth: Dict[str, float]
    public: List[str] = field(default_factory=list)
    by_day: bool = False
    confidence: float = 0.95

    def text(self) -> str:
        """The whole question as one statement."""
        report = ldp.sql.randomize(self.column, self.spec, id="user_id")
        columns = ", ".join(self.public + [f"{report} AS report"])
        steps = [("people", self.people), ("reports", f"SELECT {columns} FROM people")]
        if self.by_day:
            accumulator = ldp.sql.accumulate("report", self.spec)
            grouped = f"SELECT day, {accumulator} AS accumulator FROM reports GROUP BY day"
            steps.append(("days", grouped))
            estimate = ldp.sql.estimate(
                "days", accumulator="accumulator", protocol=self.spec, confidence=self.confidence
            )
        else:
            estimate = ldp.sql.estimate(
                "reports", "report", self.spec, group_by=self.public, confidence=self.confidence
            )
        steps_text = ",\n".join(f"{name} AS (\n  {step})" for name, step in steps)
        return f"WITH {steps_text}\n{estimate}\n"

    def frame(self, spark: Any) -> Any:
        """The same with DataFrames."""
        people = spark.sql(self.people)
        reports = people.select(
            *self.public, ldp.randomize(self.column, self.spec, id="user_id")
        )
        if self.by_day:
            days = reports.groupBy("day").agg(ldp.accumulate("report", self.spec))
            return ldp.estimate(
                days, accumulator="accumulator", protocol=self.spec, confidence=self.confidence
            )
        return ldp.estimate(
            reports, "report", self.spec, group_by=self.public, confidence=self.confidence
        )


def _people(*columns: str) -> str:
    return f"SELECT id AS user_id, {', '.join(columns)} FROM range({PEOPLE})"


CASES: Dict[str, Case] = {
    # Missing and unknown values are one more item.
    "pages": Case(
        _people("element_at(array('home', 'home', 'shop', 'help', NULL), CAST(1 + id % 5 AS INT)) AS page"),
        "page",
        ldp.spec("grr", epsilon=1, items=["home", "shop"]),
        {"home": 8000, "shop": 4000, "(other)": 8000},
    ),
    # Missing and unknown values have no report.
    "pages_dropped": Case(
        _people("element_at(array('home', 'home', 'shop', 'help', NULL), CAST(1 + id % 5 AS INT)) AS page"),
        "page",
        ldp.spec("oue", epsilon=1, items=["home", "shop"], outside="drop"),
        {"home": 8000, "shop": 4000},
    ),
    # One group a country, which is public.
    "ages_by_country": Case(
        _people("element_at(array('DE', 'FR'), CAST(1 + id % 2 AS INT)) AS country", "20 + id % 3 AS age"),
        "age",
        ldp.spec("grr", epsilon=2, items=range(20, 23), outside="fail"),
        {f"{c} {a}": PEOPLE / 6 for c in ("DE", "FR") for a in (20, 21, 22)},
        public=["country"],
    ),
    # Accumulators of days, merged, with wider intervals.
    "days_merged": Case(
        _people("CAST(id % 2 AS INT) AS day", "id % 4 = 0 AS smoker"),
        "smoker",
        ldp.spec("rr", epsilon=1, items=[False, True], outside="drop"),
        {"false": 15000, "true": 5000},
        public=["day"],
        by_day=True,
        confidence=0.99,
    ),
    "incomes": Case(
        _people("CAST(id % 40000 AS DOUBLE) AS income"),
        "income",
        ldp.spec("hadamard", epsilon=2, items=ldp.bins([0, 5000, 10000, 40000])),
        {"[0, 5000)": 5000, "[5000, 10000)": 5000, "[10000, 40000]": 10000, "(other)": 0},
    ),
    # A text that is no number counts as outside, and no cast shows it.
    "codes_in_texts": Case(
        _people("element_at(array('7', '9', 'n/a', '7'), CAST(1 + id % 4 AS INT)) AS code"),
        "code",
        ldp.spec("subset", epsilon=1, items=[7, 8, 9]),
        {"7": 10000, "8": 0, "9": 5000, "(other)": 5000},
    ),
    # Names that SQL text must quote.
    "quoted_names": Case(
        _people("element_at(array('it''s', '\\\\', concat('$', '{x}'), 'é'), CAST(1 + id % 4 AS INT)) AS `a word`"),
        "a word",
        ldp.spec("grr", epsilon=2, items=["it's", "\\", "${x}", "é"]),
        {"it's": 5000, "\\": 5000, "${x}": 5000, "é": 5000, "(other)": 0},
    ),
    "mean": Case(
        _people("CAST(id % 101 AS DOUBLE) AS score"),
        "score",
        ldp.spec("mean", epsilon=1, lower=0, upper=100),
        {"mean": 50},
    ),
}


def mapped(values: List[str], spec: ldp.Spec) -> str:
    """The statement that shows the item number of each value."""
    assert spec.items is not None
    number = _tree.sql(spec.items.number(_tree.Name("value")))
    rows = ", ".join(f"({value})" for value in values)
    return f"SELECT CAST(value AS STRING), {number}\nFROM VALUES {rows} AS t(value)\n"


#: The item number of each value, as SQL text only.
MAPS: Dict[str, str] = {
    "map_texts": mapped(["'a'", "'b'", "'A'", "'a '", "''", "NULL"], ldp.spec("grr", epsilon=1, items=["a", "b"])),
    "map_wholes": mapped(
        ["'18'", "'19'", "' 19'", "'19.5'", "'n/a'", "'99999999999999999999'", "NULL"],
        ldp.spec("grr", epsilon=1, items=[19, 18]),
    ),
    "map_range": mapped(
        ["17.0D", "18.0D", "20.0D", "20.5D", "21.0D", "double('NaN')", "double('-Infinity')", "1e300D", "NULL"],
        ldp.spec("grr", epsilon=1, items=range(18, 21)),
    ),
    "map_range_long": mapped(
        ["-9223372036854775808L", "18L", "9223372036854775807L", "CAST(NULL AS BIGINT)"],
        ldp.spec("grr", epsilon=1, items=range(18, 21), outside="fail"),
    ),
    "map_bins": mapped(
        ["-0.1D", "-0.0D", "4.9D", "5.0D", "10.0D", "10.1D", "double('NaN')", "double('Infinity')", "NULL"],
        ldp.spec("grr", epsilon=1, items=ldp.bins([0, 5, 10]), outside="drop"),
    ),
    "map_truths": mapped(
        ["true", "false", "NULL"], ldp.spec("grr", epsilon=1, items=[False, True])
    ),
}

COUNTRIES = "US IN BR DE GB JP FR ID MX CA KR IT ES TR AU NL PL VN PH TH".split()

#: Plans by name; those of conf/plans must mean the same as the file there.
PLANS: Dict[str, ldp.Plan] = {
    "country": ldp.Plan.histogram(
        "users-by-country", column="country", id="user_id", protocol=ldp.spec("pgr", epsilon=1),
        domain=COUNTRIES, outside="category", randomness="keyed", public=["day"],
        postprocess=["simplex"],
    ),
    "daily-country": ldp.Plan.histogram(
        "daily-users-by-country", column="country", id="user_id", protocol="pgr(epsilon=1.0)",
        domain=COUNTRIES, outside="category", randomness="keyed", public=["day"], period="day",
    ),
    "age": ldp.Plan.histogram(
        "ages-by-country", column="age", id="user_id", protocol=ldp.spec("oue", epsilon=1),
        domain=range(18, 91), outside="fail", randomness="keyed", public="country",
        postprocess="simplex",
    ),
    "income": ldp.Plan.histogram(
        "income-distribution", column="income", id="user_id", protocol=ldp.spec("olh", epsilon=1),
        domain=ldp.bins([0, 5000, 10000, 15000, 20000, 30000, 40000, 60000, 80000, 120000, 200000]),
        outside="category", randomness="keyed", postprocess=["simplex"],
    ),
    "page": ldp.Plan.histogram(
        "visits-by-page", column="page", id="user_id", protocol=ldp.spec("subset", epsilon=2),
        domain={"type": "file", "path": "pages.txt"}, outside="category", randomness="keyed",
        postprocess=["simplex"],
    ),
    "device": ldp.Plan.histogram(
        "visits-by-device", column="device", id="user_id", protocol=ldp.spec("grr", epsilon=1),
        domain={"type": "column", "table": "conf/plans/devices.csv", "column": "device"},
        outside="drop", randomness="keyed", postprocess=["simplex"],
        outside_reason="a household shares its television; a missing report shows that much and no more",
    ),
    "subscribed": ldp.Plan.histogram(
        "paying-users", column="subscribed", id="user_id", protocol=ldp.spec("rr", epsilon=1),
        domain=range(2), outside="fail", randomness="write-once",
    ),
    "age-distribution": ldp.Plan.workload(
        "age-distribution", column="age", id="user_id", workload="prefix",
        protocol=ldp.spec("factorization", epsilon=1), domain=range(18, 91), outside="fail",
        randomness="keyed", postprocess=["wnnls"],
    ),
    "segments": ldp.Plan.workload(
        "segments", id="user_id", workload="marginals-2", protocol=ldp.spec("factorization", epsilon=1),
        attributes=[
            {"column": "device", "domain": ["phone", "desktop", "tablet"]},
            {"column": "age", "domain": ldp.bins([0, 25, 35, 50, 65, 120])},
            {"column": "subscribed", "domain": ["0", "1"]},
        ],
        outside="category", randomness="keyed", postprocess=["wnnls"],
    ),
    "income-mean": ldp.Plan.mean(
        "mean-income", column="income", id="user_id",
        protocol=ldp.spec("mean", epsilon=1, lower=0, upper=200000, outside="clip"),
        outside="fail", randomness="keyed", public=["country"],
    ),
    "heights": ldp.Plan.gaussian_mean(
        "height-by-region", column="height", id="id",
        protocol=ldp.spec("gaussian", epsilon=1, sigma=7, center=170, range=100, users=10000),
        strata={"column": "region", "domain": [f"r{i:03}" for i in range(20)]},
        outside="fail", randomness="keyed",
    ),
    "median-height": ldp.Plan.quantile(
        "median-height", column="height", id="id",
        protocol=ldp.spec(
            "median", epsilon=1, lower=100, upper=250, users=60000, rounds=4, outside="clip"
        ),
        outside="fail", randomness="keyed",
    ),
    "audience": ldp.Plan.query(
        "audience", id="user_id", protocol=ldp.spec("sq", epsilon=1), tau=0.05, beta=0.05,
        queries=[
            {"name": "paying", "predicate": "subscribed = 1"},
            {"name": "under-30", "predicate": "age < 30"},
            {"name": "paying-under-30", "predicate": "subscribed = 1 AND age < 30"},
            {"name": "age", "expression": "age", "lower": 18, "upper": 90},
        ],
        outside="fail", randomness="keyed",
    ),
}
