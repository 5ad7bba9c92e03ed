"""What needs PySpark: the same tests run on a classic session and over Connect."""

from __future__ import annotations

import datetime
import os
import subprocess
import sys
import threading
from decimal import Decimal
from pathlib import Path
from typing import Any, Dict, List

import numpy as np
import pandas as pd
import pytest

import spark_ldp as ldp
from conftest import REMOTE, settings

PEOPLE = 3000


@pytest.fixture(scope="module")
def people(spark: Any) -> Any:
    """Stars 1 to 5 and gaps, as pandas holds whole numbers beside a gap."""
    frame = pd.DataFrame({"user_id": np.arange(PEOPLE), "stars": [1.0, 2.0, 3.0, 4.0, 5.0, None] * (PEOPLE // 6)})
    frame["day"] = [datetime.date(2026, 1, 1), datetime.date(2026, 1, 2)] * (PEOPLE // 2)
    frame["price"] = [Decimal("1"), Decimal("2.50")] * (PEOPLE // 2)
    frame["page"] = ["home", "shop", "it's", None, "help", "\\"] * (PEOPLE // 6)
    frame["smokes"] = frame.user_id % 2 == 1
    spark.createDataFrame(frame).createOrReplaceTempView("people_of_tests")
    return spark.sql("SELECT *, named_struct('o', user_id % 2, 'a.b', page) AS s, page AS `a.b` FROM people_of_tests")


def reports(people: Any, column: Any, items: Any, protocol: str = "grr", **more: Any) -> List[Any]:
    report = ldp.randomize(column, protocol, epsilon=20, items=items, id="user_id", **more)
    return [row.report for row in people.select("user_id", report).orderBy("user_id").collect()]


def drawn(people: Any, questions: List[Any]) -> List[Any]:
    """The keyed reports of each question; epsilon 1, so those of different questions differ."""
    columns = [each.alias(f"r{i}") for i, each in enumerate(questions)]
    return list(zip(*people.where("user_id < 300").select("user_id", *columns).orderBy("user_id").collect()))[1:]


def asked(items: Any, column: Any = "stars", **more: Any) -> Any:
    return ldp.randomize(column, "grr", epsilon=1, items=items, id="user_id", **more)


def test_one_question_has_one_label_by_whatever_sequence_and_through_whatever_door(people: Any) -> None:
    from pyspark.sql import functions as F

    listed = [[1, 2, 3, 4, 5], range(1, 6), np.arange(1, 6), pd.Series([1.0, 2, 3, 4, 5]), (1, 2, 3, 4, 5)]
    days = [datetime.date(2026, 1, 2), datetime.date(2026, 1, 1)]
    for doors in [
        [
            *[asked(items) for items in listed],
            asked(range(1, 6), F.col("stars")),
            asked(range(1, 6), F.col("stars") + 0, attribute="stars"),
            F.expr("ldp_randomize(ldp_item(stars, 1, 5), 'grr(epsilon=1.0,k=6)', user_id)"),
            F.expr("ldp_randomize(ldp_item(stars, array(1, 2, 3, 4, 5)), 'grr(epsilon=1.0,k=6)', user_id)"),
        ],
        [
            asked(["it's", "\\"], "page"),
            asked(pd.Categorical(["it's"], ["it's", "\\"]), "PAGE"),
            F.expr("ldp_randomize(ldp_item(page, array('it\\'s', '\\\\')), 'grr(epsilon=1.0,k=3)', user_id)"),
        ],
        [
            asked(["home", "shop"], "s.`a.b`", outside="drop"),
            F.expr("ldp_randomize(ldp_item(s.`a.b`, array('home', 'shop'), 'drop'), 'grr(epsilon=1.0,k=2)', user_id)"),
        ],
        [
            asked(ldp.bins([0.5, 2, 1e16]), "stars"),
            F.expr("ldp_randomize(ldp_bin(stars, array(0.5D, 2, 1e16)), 'grr(epsilon=1.0,k=3)', user_id)"),
        ],
        [
            asked([False, True], "smokes", outside="fail"),
            F.expr("ldp_randomize(ldp_item(smokes, array(false, true), 'fail'), 'grr(epsilon=1.0,k=2)', user_id)"),
        ],
        [
            asked(days, "day"),
            F.expr(
                "ldp_randomize(ldp_item(day, array(DATE'2026-01-02', DATE'2026-01-01')), 'grr(epsilon=1.0,k=3)', user_id)"
            ),
        ],
    ]:
        assert len(set(drawn(people, doors))) == 1, doors


def test_another_name_order_kind_rule_or_column_is_another_question(people: Any) -> None:
    others: List[Any] = [
        [1, 2, 3], [3, 2, 1], [1, 2], [1, 3], ["1", "2", "3"], ["1", "2"], [2, 1], ldp.bins([1, 2, 3]), ldp.bins([1, 2, 4]),
        [False, True], ["false", "true"], ["1, 2", "3"],
    ]  # fmt: skip
    questions = [asked(items, "user_id") for items in others]
    questions += [
        asked([1, 2, 3], "user_id", outside="drop"),
        asked([1, 2, 3], "stars"),
        asked([1, 2], "user_id", attribute="x"),
    ]
    questions += [asked(["home"], "page"), asked(["home"], "s.`a.b`"), asked(["home"], "`a.b`")]
    assert len(set(drawn(people, questions))) == len(questions)


@pytest.mark.parametrize(
    "column, items, first",
    [
        # Epsilon 20: a report is the item, but with probability 1e-8; PEOPLE asked are 6 numbers each.
        ("stars", range(1, 6), [0, 1, 2, 3, 4, 5]),
        ("stars", [5, 1], [1, 2, 2, 2, 0, 2]),
        ("stars", ldp.bins([1, 2, 5]), [0, 1, 1, 1, 1, 2]),
        ("page", ["home", "it's", "\\"], [0, 3, 1, 3, 3, 2]),
        ("`a.b`", ["home", "it's", "\\"], [0, 3, 1, 3, 3, 2]),
        ("s.`a.b`", ["home", "shop"], [0, 1, 2, 2, 2, 2]),
        ("smokes", [False, True], [0, 1, 0, 1, 0, 1]),
        ("s.o", [0, 1], [0, 1, 0, 1, 0, 1]),
        ("day", [datetime.date(2026, 1, 2)], [1, 0, 1, 0, 1, 0]),
        ("day", ["2026-01-01"], [0, 1, 0, 1, 0, 1]),
        ("price", [1, 2], [0, 2, 0, 2, 0, 2]),
        ("page", [1, 2], [2] * 6),
    ],
    ids=str,
)
def test_values_become_item_numbers(people: Any, column: str, items: Any, first: List[int]) -> None:
    assert reports(people.where("user_id < 6"), column, items) == first


def test_a_day_is_asked_of_a_date_as_the_time_zone_decides_that_of_a_timestamp(spark: Any) -> None:
    frame = pd.DataFrame({"user_id": [0, 1], "at": pd.to_datetime(["2026-01-01 00:00", "2026-01-02 10:00"])})
    days = pd.date_range("2026-01-01", periods=2)
    people = spark.createDataFrame(frame)
    with pytest.raises(Exception, match="TIMESTAMP"):
        reports(people, "at", days)
    assert reports(people.selectExpr("user_id", "CAST(at AS TIMESTAMP_NTZ) AS at"), "at", days) == [0, 1]
    assert reports(people.selectExpr("user_id", "DATE(at) AS at"), "at", days) == [0, 1]


def test_a_value_outside_is_another_item_or_drops_or_fails_unseen(spark: Any, people: Any) -> None:
    few = people.where("user_id < 6")
    assert reports(few, "page", ["home", "help"], outside="drop") == [0, None, None, None, 1, None]
    secret = spark.sql("SELECT 1 AS user_id, concat('secret', '-17') AS page")
    with pytest.raises(Exception) as caught:
        reports(secret, "page", ["a", "b"], outside="fail")
    assert "secret-17" not in str(caught.value)


def test_keyed_reports_stay_and_others_are_new(people: Any) -> None:
    column = ldp.randomize("s.o", "grr", epsilon=1, k=50)
    assert people.select(column).collect() != people.select(column).collect()
    column = ldp.randomize("s.o", "grr", epsilon=1, k=50, id="user_id")
    assert people.select(column).collect() == people.select(column).collect()


def test_an_expression_with_an_id_needs_an_attribute(people: Any) -> None:
    from pyspark.errors import AnalysisException
    from pyspark.sql import functions as F

    with pytest.raises(AnalysisException, match="attribute"):
        people.select(ldp.randomize(F.col("user_id") % 2, "rr", epsilon=1, id="user_id")).collect()
    kept = ldp.randomize(F.col("user_id") % 2, "rr", epsilon=1, id="user_id", attribute="odd")
    assert people.select(kept).where("report IS NOT NULL").count() == PEOPLE


def far(rows: List[Any], truth: Dict[str, float]) -> float:
    """The largest distance from the truth, in standard errors."""
    assert {row.item for row in rows} == set(truth)
    return max(abs(row.estimate - truth[row.item]) / row.standard_error for row in rows)


TRUTH = {"1": 500, "2": 500, "3": 500, "4": 500, "5": 500, "(other)": 500}


def test_estimates_are_near_the_truth_and_not_near_another(people: Any) -> None:
    # Keyed by the tests' key: always the same reports.
    spec = ldp.spec("oue", epsilon=2, items=range(1, 6))
    drawn = people.select("smokes", ldp.randomize("stars", spec, id="user_id"))
    found = ldp.estimate(drawn, "report", spec).collect()
    assert far(found, TRUTH) < 5 < far(found, {item: n + 400 for item, n in TRUTH.items()})
    halves = drawn.groupBy("smokes").agg(ldp.accumulate("report", spec))
    assert ldp.estimate(halves, accumulator="accumulator", protocol=spec).collect() == found
    each = ldp.estimate(halves, accumulator="accumulator", protocol=spec, group_by="smokes", confidence=0.99)
    assert each.columns == ["smokes", "item", "estimate", "standard_error", "lower", "upper", "best"]
    assert each.count() == 12 and dict(each.dtypes)["item"] == "string"
    assert sum(row.best for row in found) == pytest.approx(PEOPLE)


def test_names_are_those_of_the_list_even_where_its_column_has_lost_it(people: Any) -> None:
    for items in (["home", "shop"], range(1, 6), ldp.bins([0, 2, 9]), [True, False]):
        column = "page" if items == ["home", "shop"] else "stars"
        spec = ldp.spec("grr", epsilon=1, items=items)
        lost = people.select(ldp.randomize(column, spec, id="user_id")).selectExpr("report + 0 AS report")
        assert [row.item for row in ldp.estimate(lost, "report", spec).collect()] == spec.names()
    kept = people.select(ldp.randomize("page", "grr", epsilon=1, items=["home", "shop"], id="user_id"))
    with pytest.raises(Exception, match="leave them out"):
        ldp.estimate(kept, "report", ldp.spec("grr", epsilon=1, items=["shop", "home"])).collect()
    assert [row.item for row in ldp.estimate(kept, "report", "grr", epsilon=1, k=3).collect()][:2] == ["home", "shop"]


def test_numbers_are_floats(spark: Any) -> None:
    assert ldp.epsilon("grr", epsilon=1, k=16) == pytest.approx(1, abs=1e-8)
    assert ldp.gaussian_sigma(1, 1e-5, 1) == pytest.approx(3.7306316, abs=1e-6)
    assert ldp.gaussian_delta(1, 3.730631634815942, np.float64(1)) == pytest.approx(1e-5, abs=1e-9)
    assert ldp.gaussian_epsilon(3.730631634815942, 1e-5, 1) == pytest.approx(1, abs=1e-6)


def test_what_the_jvm_refuses_is_an_analysis_exception(people: Any) -> None:
    from pyspark.errors import AnalysisException

    with pytest.raises(AnalysisException):
        people.select(ldp.randomize("page", "mean", epsilon=1, lower=0, upper=1)).collect()


def plan(**more: Any) -> ldp.Plan:
    given: Dict[str, Any] = {"column": "page", "id": "user_id", "epsilon": 8, "domain": ["home", "shop"], **more}
    return ldp.Plan.histogram("pages", **given)


def test_a_plan_runs_and_shows_itself(people: Any, output: str, tmp_path: Path) -> None:
    done = plan().run(people, output=output)
    truth = {"home": 500, "shop": 500, "(other)": 2000}
    assert far(done.estimates.collect(), truth) < 6 < far(done.estimates.collect(), {**truth, "home": 700})
    assert [row.reports for row in done.drawn.collect()] == [PEOPLE]
    assert [row.reports for row in plan().run(people, output=output).drawn.collect()] == [PEOPLE], "nobody again"
    assert done.epsilon_left is None and done.notes == []
    html = done._repr_html_()
    assert html.count("<svg") == 3 and "(other)" in html and "<script" not in html
    page = Path(done.report(tmp_path / "page.html"))
    assert page.read_text("utf-8").startswith("<!DOCTYPE html>") and "(other)" in page.read_text("utf-8")
    done.report(page)  # a page replaces a page
    (tmp_path / "people.csv").write_text("id,page\n")
    with pytest.raises(ValueError, match="only another page"):
        done.report(tmp_path / "people.csv")
    [both] = done.compare(items=["home", "(other)"], jointly=True).collect()
    assert both.differs and both.item == "home to (other)" and 3.9 < both.ratio_lower < both.ratio_upper < 4.1
    assert not any(row.differs for row in done.compare(done).collect())
    for items, says in ((["home"], "two sides"), (["home", "nobody"], "nobody")):
        with pytest.raises(ldp.BadInput, match=says):
            done.compare(items=items)
    gone = ldp.Done(people.sparkSession, f"{output}/gone", {})
    for read in (lambda: done.compare(gone), lambda: gone.drawn):
        with pytest.raises(ldp.BadInput, match="gone"):
            read()
    axes = done.plot(title="Pages", truth=truth)
    assert [text.get_text() for text in axes.get_yticklabels()][-1] == "(other)"


def test_steps_one_by_one_and_from_another_thread(people: Any, output: str) -> None:
    plan().privatize(people, output=output)
    seen: List[Any] = []

    def steps() -> None:
        try:
            plan().accumulate(output=output)
            seen.append(plan().estimate(output=output).estimates.count())
            seen.append(plan().forecast(1000))
            seen.append(ldp.ledger.left().collect())
        except Exception as error:
            seen.append(error)

    thread = threading.Thread(target=steps)
    thread.start()
    thread.join()
    assert seen[0] == 3 and "1,000" in seen[1] and seen[2] == []


def test_every_error_is_ours_where_it_happens(people: Any, spark: Any, output: str) -> None:
    done = plan().privatize(people, output=output)  # the first step alone
    for read in (lambda: done.estimates, lambda: done.notes, done.plot, lambda: done.report(output + ".html")):
        with pytest.raises(ldp.BadInput):
            read()
    assert done._repr_html_().startswith("<p>")
    nothing = plan().estimate
    for step, words in [
        (lambda: nothing(output=output + "/none"), "none"),
        (lambda: plan(column="nope").run(people, output=output + "x"), "nope"),
        (lambda: plan(late_rows="sometimes").run(people, output=output + "x"), "late_rows"),
        (lambda: plan().forecast(0), "users"),
        (lambda: plan().rehearse(people, days="2026-01-01"), "period"),
    ]:
        with pytest.raises(ldp.BadInput) as caught:
            step()
        text = str(caught.value)
        assert words in text
        for word in ("plan_text", "command", "stacktrace", "\tat ", "py4j"):
            assert word not in text, text


def test_modes_are_those_of_sparks_page(people: Any, output: str) -> None:
    def write(mode: str) -> None:
        people.write.format("ldp").mode(mode).option("plan_text", str(plan())).save(output)

    def drawn() -> int:
        return ldp.Done(people.sparkSession, output, {}).drawn.count()

    write("error")
    write("ignore")
    for mode, word in [("error", "append"), ("overwrite", "overwrite")]:
        with pytest.raises(Exception, match=word):
            write(mode)
    assert drawn() == 1
    late = people.selectExpr("user_id + 5000 AS user_id", "page")
    late.write.format("ldp").mode("ignore").option("plan_text", str(plan())).save(output)
    assert drawn() == 1
    late.write.format("ldp").mode("append").option("plan_text", str(plan())).save(output)
    assert drawn() == 2


def test_a_plan_is_read_where_write_wrote_it(people: Any, spark: Any, output: str, tmp_path: Path) -> None:
    file = plan().write(tmp_path / "pages.conf")
    before = os.getcwd()
    os.chdir(tmp_path)
    try:
        again = ldp.Plan.read("pages.conf")
    finally:
        os.chdir(before)
    assert again.run(people, output=output).estimates.count() == 3
    assert ldp.Plan.read("file://" + file).forecast(1000) == plan().forecast(1000)
    (tmp_path / "items.txt").write_text("home\nshop\n")
    beside = plan(domain={"type": "file", "path": "items.txt"}).write(tmp_path / "beside.conf")
    if REMOTE:
        for step in (lambda: ldp.Plan.read(beside).forecast(1000), lambda: plan().run(people, output="out")):
            with pytest.raises(ValueError, match="over Connect"):
                step()
    else:
        assert ldp.Plan.read(beside).forecast(1000) == plan().forecast(1000)


def test_a_stream_is_asked_batch_by_batch(spark: Any, output: str, tmp_path: Path) -> None:
    spark.range(600).selectExpr("id AS user_id", "'home' AS page").write.parquet(output + "/arrived")
    stream = spark.readStream.schema("user_id LONG, page STRING").parquet(output + "/arrived")
    asked = plan()
    for step in (lambda: asked.run(stream, output=output), lambda: asked.rehearse(stream)):
        with pytest.raises(ValueError, match="foreachBatch"):
            step()
    with pytest.raises(Exception, match="foreachBatch"):
        options = {"plan_text": str(asked), "output": output, "checkpointLocation": output + "/c0"}
        stream.writeStream.format("ldp").options(**options).start().awaitTermination()

    def ask(batch: Any, number: int) -> None:
        asked.run(batch, output=output + "/done")

    query = stream.writeStream.foreachBatch(ask).option("checkpointLocation", output + "/c1")
    assert query.trigger(availableNow=True).start().awaitTermination(120)
    done = ldp.Done(spark, output + "/done", {})
    assert [row.reports for row in done.drawn.collect()] == [600]

    spec = ldp.spec("grr", epsilon=2, items=["home", "shop"])
    added = stream.select(ldp.randomize("page", spec, id="user_id")).agg(ldp.accumulate("report", spec))
    query = added.writeStream.format("memory").queryName("sums").outputMode("complete")
    assert query.trigger(availableNow=True).start().awaitTermination(120)
    assert ldp.estimate(spark.table("sums"), accumulator="accumulator", protocol=spec).count() == 3


def test_a_plot_is_of_one_group(people: Any) -> None:
    spec = ldp.spec("grr", epsilon=1, items=["home"])
    drawn = people.select("smokes", ldp.randomize("page", spec, id="user_id"))
    axes = ldp.plot(ldp.estimate(drawn, "report", spec), title="Visits", truth={"home": 500})
    assert axes.get_title(loc="left") == "Visits"
    with pytest.raises(ValueError, match="plot draws one group"):
        ldp.plot(ldp.estimate(drawn, "report", spec, group_by="smokes"))


NO_JAR = """
import sys, pathlib
import spark_ldp as ldp
from conftest import settings
from pyspark.sql import SparkSession
config = settings(pathlib.Path(sys.argv[1]))
del config["spark.jars"]
spark = SparkSession.builder.config(map=config).getOrCreate()
people = spark.range(9).selectExpr("id AS user_id", "'a' AS page")
plan = ldp.Plan.histogram("p", column="page", id="user_id", epsilon=1, domain=["a"])
for step in (lambda: ldp.randomize("page", "rr", epsilon=1), lambda: plan.run(people, output=sys.argv[1] + "/o"),
             lambda: plan.forecast(9), ldp.ledger.left, lambda: ldp.epsilon("rr", epsilon=1)):
    try:
        step()
    except ldp.BadInput as error:
        print(error)
"""


def test_without_the_jar_one_sentence_says_so(tmp_path: Path) -> None:
    if REMOTE:  # a client cannot start a server without the jar
        return
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    ended = subprocess.run(
        [sys.executable, "-c", NO_JAR, str(tmp_path)], capture_output=True, text=True, env=env, check=True, timeout=300
    )
    assert ended.stdout.count("a session needs spark-ldp.jar. Provided: a session without it;") == 5, ended.stdout
    assert settings


def test_public_numbers_have_means_by_item(people: Any, output: str) -> None:
    numbers = people.selectExpr("*", "IF(page = 'home', 300, 100) AS ms")
    done = plan(epsilon=20, public=["ms"], numbers=["ms"]).run(numbers, output=output)
    means = {row["item"]: row for row in done.means("ms").collect()}
    assert round(means["home"].estimate) == 300 and round(means["shop"].estimate) == 100
    assert done.means("ms").columns == ["item", "estimate", "standard_error", "lower", "upper", "note", "best"]
    assert "mean of ms" in done._repr_html_()
    ldp.plot(done.means("ms"), unit="ms")
    with pytest.raises(ValueError, match="they are ms"):
        done.means("revenue")


def test_a_whole_table_answers_any_sql_and_makes_people_up(spark: Any, output: str) -> None:
    half = "SELECT id, IF(id % 2 = 0, 'a', 'b') AS kind, CAST(id % 2 * 10 + id % 10 AS DOUBLE) AS size FROM range(4000)"
    plan = ldp.Plan.table(
        "whole",
        id="id",
        epsilon=6,
        attributes=[
            {"column": "kind", "domain": ["a", "b"]},
            {"column": "size", "domain": ldp.bins([0, 5, 10, 20]), "sum": True},
        ],
        ask=[["kind", "size"]],
        outside="fail",
    )
    done = plan.run(spark.sql(half), output=output)
    model = ldp.Model(output, spark)
    query = "SELECT kind, avg(size) AS mean, count(*) FROM people GROUP BY kind ORDER BY kind"
    rows = model.ask(query).collect()
    assert [(row.kind, row.measure, row.source) for row in rows[:2]] == [
        ("a", "mean", "measured"),
        ("a", "count(1)", "measured"),
    ]
    assert rows[0].lower < 4 < rows[0].upper and rows[2].lower < 15 < rows[2].upper
    assert repr(done.model) == repr(model) == f"Model({output!r})"
    people = model.synthesize(500, copies=2)
    assert people.columns == ["kind", "size", "copy"] and people.count() == 1000
    with pytest.raises(ldp.BadInput, match="must count or sum people"):
        model.ask("SELECT kind FROM people")
    with pytest.raises(ldp.BadInput, match="must hold finished tables"):
        ldp.Model(output + "-elsewhere", spark).ask(query)
