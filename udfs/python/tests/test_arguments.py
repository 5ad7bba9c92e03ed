"""Items, specs and plans as Python people hold them. No session is needed, only numpy and pandas."""

from __future__ import annotations

import datetime
import os
import re
import subprocess
import sys
from collections import OrderedDict
from decimal import Decimal
from pathlib import Path
from typing import Any, Callable

import numpy as np
import pandas as pd
import pytest

import spark_ldp as ldp
from plans import PLANS
from spark_ldp import _check, _items, _plan, _run, _spec

FOLDER = Path(__file__).parent / "golden/plans"


def counted(items: Any, **more: Any) -> ldp.Spec:
    return ldp.spec("grr", epsilon=1, items=items, **more)


NO_ORDER = [
    {"home", "shop"},
    frozenset([1, 2]),
    iter({"home", "shop"}),
    {"a": 1}.keys() | {"b"},
    {"a": 1}.keys() - {"b"},
]


@pytest.mark.parametrize("given", NO_ORDER, ids=lambda each: type(each).__name__)
def test_what_has_no_order_of_its_own_is_refused(given: Any) -> None:
    plan = {"id": "u", "epsilon": 1}
    for step in (
        lambda: counted(given),
        lambda: ldp.Plan.histogram("x", column="c", domain=given, **plan),
        lambda: ldp.Plan.histogram("x", column="c", domain=["a"], public=given, **plan),
        lambda: ldp.Plan.histogram("x", column="c", domain={"type": "list", "items": given}, **plan),
        lambda: ldp.Plan.workload("x", attributes=[{"column": "c", "domain": given}], **plan),
        lambda: ldp.Plan.mean("x", columns=given, lower=0, upper=1, **plan),
    ):
        with pytest.raises(ValueError, match="order"):
            step()


def test_bins_and_groups_of_a_set_are_refused_too() -> None:
    for step in (lambda: ldp.bins({1, 2}), lambda: ldp.Bins({1, 2}), lambda: _check.names("days", {"a"})):
        with pytest.raises(ValueError, match="order"):
            step()


SEQUENCES = [
    [0, 1, 2], (0, 1, 2), range(0, 3), np.arange(3), np.arange(3, dtype="uint8"), pd.Series([0, 1, 2]),
    pd.Index([0, 1, 2]), pd.RangeIndex(3), pd.Categorical([2, 1, 0]), pd.Series([2, 1, 0], dtype="category"),
    pd.array([0, 1, 2], dtype="Int64"), [0.0, 1.0, 2.0], np.array([0.0, 1.0, 2.0]), [Decimal(0), Decimal(1), Decimal("2.0")],
    [np.int64(0), 1, np.float32(2)], {0: "a", 1: "b", 2: "c"}, OrderedDict.fromkeys([0, 1, 2]).keys(), (each for each in range(3)),
]  # fmt: skip


@pytest.mark.parametrize("given", SEQUENCES, ids=lambda each: type(each).__name__)
def test_one_question_is_one_spec_whatever_sequence_it_is_given_by(given: Any) -> None:
    assert counted(given) == counted([0, 1, 2])


def test_texts_truths_and_dates_are_taken_from_numpy_and_pandas() -> None:
    assert counted(np.array(["UA", "AA"])).names() == ["UA", "AA", "(other)"]
    assert counted(pd.Series(["UA", "AA"], dtype="string")) == counted(["UA", "AA"])
    assert counted(np.array([False, True])).names()[:2] == ["false", "true"]
    assert counted(pd.Categorical(["b", "a", "b"])).names()[:2] == ["a", "b"]
    days = [datetime.date(2026, 1, 1), datetime.date(2026, 1, 2)]
    for each in (
        pd.date_range("2026-01-01", periods=2), np.array(days, "datetime64[D]"), pd.Series(pd.to_datetime(days)),
        np.array(days, "datetime64[ns]"), list(np.array(days, "datetime64[ns]")), [datetime.datetime(2026, 1, d) for d in (1, 2)],
    ):  # fmt: skip
        assert counted(each) == counted(days)


@pytest.mark.parametrize(
    "given",
    [[1, None], [1.0, float("nan")], ["a", pd.NA], [pd.NaT], pd.Series([1, None], dtype="Int64"), np.array([1, np.nan])],
    ids=str,
)  # fmt: skip
def test_a_missing_item_is_refused(given: Any) -> None:
    with pytest.raises(ValueError, match="None or NaN"):
        counted(given)


def test_parameters_may_be_numbers_of_numpy() -> None:
    assert str(ldp.spec("grr", epsilon=np.float64(1), k=np.int32(4))) == "grr(epsilon=1.0,k=4)"
    mean = ldp.spec("mean", epsilon=Decimal(1), lower=np.int64(0), upper=np.float32(9))
    assert str(mean) == "mean(epsilon=1.0,lower=0.0,upper=9.0)"
    assert ldp.bins(np.linspace(0, 1, 3)) == ldp.bins(lower=np.int64(0), upper=Decimal(1), count=np.int8(2))
    assert ldp.bins([-0.0, 1]) == ldp.bins([0, 1])


def test_specs_are_values_and_read_as_sql() -> None:
    assert str(ldp.spec("strategy", file="a b'c")) == "strategy(file='a b''c')"
    assert str(ldp.spec("mine", epsilon=1, width=3)) == "mine(epsilon=1.0,width=3)"
    assert hash(counted(["a", "b"])) == hash(counted(("a", "b")))
    for text in (
        "grr(epsilon=1.0,k=4)",
        "strategy(file='a, b''c=d')",
        "mean(epsilon=1.0,lower=0.0,upper=9.0,outside=clip)",
    ):
        assert str(_spec.parsed(text)) == text


def mean(**more: Any) -> ldp.Plan:
    return ldp.Plan.mean("m", column="v", id="u", **more)


def test_a_plan_takes_the_parameters_of_its_protocol() -> None:
    assert mean(epsilon=1, lower=0, upper=9) == mean(protocol=ldp.spec("mean", epsilon=1, lower=0, upper=9))
    clipped = mean(epsilon=1, lower=0, upper=9, outside="clip")
    assert "outside=clip" in clipped["protocol"] and clipped["outside"] == "fail"
    make = ldp.Plan
    common = {"column": "v", "id": "u", "epsilon": 1}
    for plan, protocol in [
        (make.histogram("x", domain=["a"], **common), "pgr(epsilon=1.0)"),
        (make.histogram("x", domain=["a"], protocol="oue", **common), "oue(epsilon=1.0)"),
        (
            make.quantiles("x", lower=0, upper=9, parts=10, **common),
            "quantiles(epsilon=1.0,lower=0.0,upper=9.0,parts=10)",
        ),
        (make.quantile("x", lower=0, upper=9, **common), "median(epsilon=1.0,lower=0.0,upper=9.0)"),
        (make.quantile("x", lower=0, upper=9, p=0.9, **common), "quantile(p=0.9,epsilon=1.0,lower=0.0,upper=9.0)"),
        (make.density("x", lower=0, upper=9, **common), "density(epsilon=1.0,lower=0.0,upper=9.0)"),
        (make.words("x", length=6, **common), "words(epsilon=1.0,length=6)"),
        (make.gaussian_mean("x", sigma=7, range=100, **common), "gaussian(epsilon=1.0,sigma=7.0,range=100.0)"),
        (make.several("x", m=3, domain=["a"], **common), "privset(epsilon=1.0,m=3)"),
        (
            make.mean_by("x", value="w", lower=0, upper=9, domain=["a"], **common),
            "mean-by(epsilon=1.0,lower=0.0,upper=9.0)",
        ),
        (make.workload("x", workload="prefix", domain=range(9), **common), "factorization(epsilon=1.0)"),
        (make.query("x", id="u", epsilon=1, queries=[], tau=0.1), "sq(epsilon=1.0)"),
        (
            make.regression("x", label="y", columns=["v"], id="u", protocol="logistic-regression", epsilon=1, radius=1),
            "logistic-regression(epsilon=1.0,radius=1.0)",
        ),
    ]:
        assert plan["protocol"] == protocol


def test_replace_makes_the_plan_that_the_constructor_would() -> None:
    plan = mean(epsilon=1, lower=0, upper=9)
    assert plan.replace(epsilon=2, upper=8) == mean(epsilon=2, lower=0, upper=8)
    assert plan.replace(outside="clip") == mean(epsilon=1, lower=0, upper=9, outside="clip")
    assert plan.replace(protocol="laplace-mean") == mean(protocol="laplace-mean", epsilon=1, lower=0, upper=9)
    country = PLANS["country"]
    assert country.replace(epsilon=2)["protocol"] == "pgr(epsilon=2.0)"
    assert country.replace(protocol="oue", epsilon=2)["protocol"] == "oue(epsilon=2.0)"
    assert country.replace() == country != country.replace(name="other")
    assert "public" not in country.replace(public=None)
    with pytest.raises(ValueError, match="sideways"):
        plan.replace(sideways=1)


@pytest.mark.parametrize("name", PLANS)
def test_every_plan_is_the_golden_one_that_java_reads(name: str) -> None:
    file = FOLDER / f"{name}.conf"
    if os.environ.get("LDP_GOLDEN_WRITE") == "1":
        file.write_text(str(PLANS[name]), "utf-8")
    assert file.read_text("utf-8") == str(PLANS[name])


def test_plans_are_immutable_and_written_as_they_read(tmp_path: Path) -> None:
    with pytest.raises(TypeError):
        PLANS["country"]["name"] = "x"  # type: ignore[index]
    with pytest.raises(TypeError):
        PLANS["country"]["domain"]["type"] = "x"
    file = PLANS["age"].write(tmp_path / "age.conf")
    assert Path(file).read_text("utf-8") == str(PLANS["age"])
    (tmp_path / "items.txt").write_text("US\n\n IN \n")
    assert ldp.items(tmp_path / "items.txt") == ["US", "IN"]


REFUSED = {
    "items must differ": lambda: counted(["a", "a"]),
    "items must differ.": lambda: counted([1, 1.0]),
    "items must be texts": lambda: counted(["a", 1]),
    "items must be texts, or": lambda: counted([]),
    "items must be texts, or whole": lambda: counted([0.5, 1]),
    "items must be texts, or whole numbers": lambda: counted([2**63]),
    "items must be texts, or whole numbers, or": lambda: counted(pd.cut(pd.Series([1, 2]), 2)),
    "items must be a list": lambda: counted("ab"),
    "items must be one list": lambda: counted(np.ones((2, 2))),
    "items must be one list.": lambda: counted(pd.DataFrame({"a": [1]})),
    "items go with": lambda: ldp.spec("mean", epsilon=1, items=["a"]),
    "no item may": lambda: counted(["(other)"]),
    "k must be the number": lambda: counted(["a"], k=3),
    "rr counts two": lambda: ldp.spec("rr", epsilon=1, items=["a", "b"]),
    "outside must be": lambda: counted(["a"], outside="ignore"),
    "epsilon must be": lambda: ldp.spec("grr", epsilon=0, k=2),
    "epsilon must be a number": lambda: ldp.spec("grr", epsilon=np.nan, k=2),
    "grr has the parameters": lambda: ldp.spec("grr", eps=1, k=2),
    "a protocol must be a name": lambda: ldp.spec("grr(epsilon=1)", k=2),
    "k must be a whole": lambda: ldp.spec("grr", epsilon=1, k=2.5),
    "k must be a whole number": lambda: ldp.spec("grr", epsilon=1, k=True),
    "lower must be a finite": lambda: ldp.spec("mean", epsilon=1, lower=float("nan"), upper=1),
    "bins must have": lambda: ldp.bins([1, 1]),
    "bins must be given": lambda: ldp.bins(lower=0, upper=1),
    "grr needs k": lambda: ldp.randomize("a", "grr", epsilon=1),
    "grr needs epsilon": lambda: ldp.randomize("a", "grr", k=2),
    "a spec has its parameters": lambda: ldp.randomize("a", ldp.spec("rr", epsilon=1), k=2),
    "estimate needs a column": lambda: ldp.estimate(None),  # type: ignore[arg-type]
    "reports are estimated": lambda: ldp.estimate(None, "report"),  # type: ignore[arg-type]
    "confidence must be": lambda: ldp.estimate(None, "report", "rr", epsilon=1, confidence=1),  # type: ignore[arg-type]
    "group_by must be": lambda: ldp.estimate(None, "report", "rr", epsilon=1, group_by=[1]),  # type: ignore[arg-type,list-item]
    "df must be a DataFrame of Spark": lambda: ldp.estimate(pd.DataFrame(), "report", "rr", epsilon=1),  # type: ignore[arg-type]
    "people must be a DataFrame of Spark": lambda: PLANS["age"].run(pd.DataFrame(), output="x"),  # type: ignore[arg-type]
    "key_file must be the path": lambda: ldp.session_config(key_file="0f" * 32),
    "task must be": lambda: ldp.Plan("histogramm", "x"),
    "a plan of task mean": lambda: mean(epsilon=1, lower=0, upper=1, domain=["a"]),
    "a plan of task mean has": lambda: mean(protocol=ldp.spec("mean", epsilon=1, lower=0, upper=1), k=2),
    "a protocol has its parameters": lambda: mean(protocol="mean(epsilon=1,lower=0,upper=1)", epsilon=2),
    "mean needs epsilon": lambda: mean(lower=0, upper=1),
    "mean needs lower": lambda: mean(epsilon=1),
    "a plan of task regression needs": lambda: ldp.Plan.regression("x", id="u", epsilon=1),
    "a plan needs id": lambda: ldp.Plan.mean("x", epsilon=1, lower=0, upper=1),
    "outside must be one": lambda: PLANS["country"].replace(outside="elsewhere"),
    "randomness must be": lambda: PLANS["country"].replace(randomness="dice"),
    'outside="drop" needs': lambda: PLANS["device"].replace(outside_reason=None),
    "period must be": lambda: PLANS["daily-country"].replace(public=None),
    "postprocess of task": lambda: PLANS["country"].replace(postprocess=["wnnls"]),
    "in a plan the items": lambda: PLANS["country"].replace(protocol=counted(["a"])),
    "a plan's file must be": lambda: str(ldp.Plan.read("/nowhere/at-all.conf")),
}


@pytest.mark.parametrize("rule", REFUSED)
def test_a_bad_argument_is_refused_in_one_sentence(rule: str) -> None:
    action: Callable[[], Any] = REFUSED[rule]
    with pytest.raises(ValueError) as caught:
        action()
    sentence = str(caught.value)
    assert sentence.startswith(rule)
    assert ". Provided: " in sentence and sentence.endswith(".") and "\n" not in sentence
    assert "0f0f" not in sentence, "a key is not shown"


def test_a_frame_of_pandas_is_refused_with_the_line_to_write() -> None:
    with pytest.raises(ValueError, match=r"pandas.DataFrame; write people = spark.createDataFrame\(people\)"):
        PLANS["age"].run(pd.DataFrame({"age": [1]}), output="x")  # type: ignore[arg-type]
    for other in ([{"age": 1}], {"age": [1]}, None):
        with pytest.raises(ValueError, match="createDataFrame"):
            PLANS["age"].rehearse(other)  # type: ignore[arg-type]


def test_days_are_texts_or_dates_or_what_pandas_has() -> None:
    days = [datetime.date(2026, 1, 1), datetime.date(2026, 1, 2)]
    texts = ["2026-01-01", "2026-01-02"]
    for given in (
        days,
        texts,
        ",".join(texts),
        pd.to_datetime(days),
        np.array(days, "datetime64[D]"),
        pd.Series(texts),
    ):
        assert _run._listed(given) == {"days": "2026-01-01,2026-01-02"}
    assert _run._listed(days[0]) == _run._listed(pd.Timestamp(days[0])) == {"days": "2026-01-01"}
    assert _run._listed(np.arange(1, 3)) == {"days": "1,2"} and _run._listed() == {}


def test_plans_and_specs_show_themselves_without_a_script() -> None:
    for shown in (PLANS["country"], counted(["<b>", "a"]), mean(epsilon=1, lower=0, upper=1)):
        html = shown._repr_html_()
        assert html.startswith("<table>") and "<script" not in html
    assert "&lt;b&gt;" in counted(["<b>"])._repr_html_()


def test_a_key_is_new_and_closed_to_others_and_never_overwritten(tmp_path: Path) -> None:
    one, two = ldp.write_key(tmp_path / "one.key"), ldp.write_key(tmp_path / "two.key")
    assert re.fullmatch(r"[0-9a-f]{64}\n", Path(one).read_text())
    assert Path(one).read_text() != Path(two).read_text()
    assert os.stat(one).st_mode & 0o777 == 0o600
    with pytest.raises(ValueError, match="new file"):
        ldp.write_key(one)


@pytest.mark.parametrize(
    "version, artifact", [("4.1.4", "4.1_2.13"), ("4.2.0", "4.2_2.13"), ("4.3.0", "4.2_2.13"), ("3.5.7", "3.5_2.12")]
)
def test_a_session_asks_for_a_jar_that_exists(
    version: str, artifact: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import pyspark

    monkeypatch.setattr(pyspark, "__version__", version)
    monkeypatch.delenv("LDP_JAR", raising=False)
    monkeypatch.setattr("spark_ldp._session._STARTED", tmp_path)
    config = ldp.session_config(packages=["io.delta:delta:1"], key_file="release.key")
    assert config["spark.jars.packages"] == f"io.delta:delta:1,org.sparkldp:ldp-cli-spark-{artifact}:{ldp.__version__}"
    assert config["spark.ldp.keyFile"] == os.path.abspath("release.key")
    # Before 4.0 PySpark finds no extensions of a jar.
    assert ("spark.sql.extensions" in config) == version.startswith("3.")


def test_the_package_never_reaches_into_the_jvm() -> None:
    for file in Path(ldp.__file__).parent.glob("*.py"):
        for word in ("_jdf", "_jvm", "_jc", "_jsparkSession", "sparkContext", "toPandas"):
            assert word not in file.read_text("utf-8"), file.name


def test_importing_it_needs_no_pyspark_and_a_plot_says_that_it_needs_matplotlib() -> None:
    code = (
        "import sys; sys.modules['pyspark'] = sys.modules['matplotlib'] = sys.modules['numpy'] = None\n"
        "import spark_ldp\n"
        "try: spark_ldp.plot([])\n"
        "except ImportError as e: print(e)"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ended.stdout.startswith("plot needs matplotlib. Provided: none;")


def test_the_docstrings_say_what_is_so() -> None:
    import doctest

    for module in (_check, _items, _plan, _spec):
        failed, _ = doctest.testmod(module, extraglobs={"spec": ldp.spec, "bins": ldp.bins})
        assert failed == 0
