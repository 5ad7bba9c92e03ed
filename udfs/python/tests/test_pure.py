"""What needs no PySpark: texts, specs, plans, refusals."""

import doctest
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any, Dict, List

import golden_files
import spark_ldp as ldp
from cases import CASES, MAPS, PLANS
from spark_ldp import _check, _items, _plan, _spec, _tree, sql


class StatementsTest(unittest.TestCase):
    def test_every_statement_is_the_golden_one_that_java_runs(self) -> None:
        texts = {**{name: case.text() for name, case in CASES.items()}, **MAPS}
        for name, text in texts.items():
            with self.subTest(name):
                golden_files.check(self, name + ".sql", text)
        self.assertEqual(sorted(name + ".sql" for name in texts), golden_files.names(".sql"))

    def test_the_golden_results_are_near_the_truth_and_not_near_another(self) -> None:
        for name, case in CASES.items():
            with self.subTest(name):
                found = estimates(name, len(case.public) if not case.by_day else 0)
                self.assertEqual(set(case.truth), set(found))
                self.assertLess(largest_z(found, case.truth), 6)
                shifted = {item: truth + 3000 for item, truth in case.truth.items()}
                self.assertGreater(largest_z(found, shifted), 6)

    def test_a_key_is_never_in_a_statement(self) -> None:
        with self.assertRaisesRegex(ValueError, "grr has the parameters epsilon, k"):
            sql.randomize("a", "grr", epsilon=1, k=2, key="00" * 32)

    def test_text_with_special_characters_is_hexadecimal(self) -> None:
        for text in ("it's", "a\\b", "${x}", "a\nb"):
            self.assertRegex(_tree.literal(text), r"^CAST\(X'[0-9A-F]+' AS STRING\)$")
        self.assertEqual("'plain é'", _tree.literal("plain é"))

    def test_other_items_are_another_question(self) -> None:
        first = sql.randomize("page", "grr", epsilon=1, items=["a", "b"], id="user")
        other = sql.randomize("page", "grr", epsilon=1, items=["b", "a"], id="user")
        self.assertNotEqual(first.rsplit("'", 2)[1], other.rsplit("'", 2)[1])

    def test_a_cast_never_fails_on_a_value(self) -> None:
        for text in [case.text() for case in CASES.values()] + list(MAPS.values()):
            mapping = text.split("try_element_at(")[0].split("FROM range")[-1]
            self.assertNotRegex(mapping, r"(?<!try_)cast\((?!X')")


def estimates(name: str, groups: int) -> Dict[str, List[float]]:
    """Estimate and standard error by item (and group) of a golden result."""
    found = {}
    for line in (golden_files.FOLDER / f"{name}.txt").read_text("utf-8").splitlines():
        cells = line.split("\t")
        found[" ".join(cells[: groups + 1])] = [float(each) for each in cells[groups + 1 : groups + 3]]
    return found


def largest_z(found: Dict[str, List[float]], truth: Dict[str, float]) -> float:
    return max(abs(found[item][0] - truth[item]) / found[item][1] for item in truth)


class SpecTest(unittest.TestCase):
    def test_a_spec_reads_as_sql_and_plans_take_it(self) -> None:
        self.assertEqual("grr(epsilon=1.0,k=4)", str(ldp.spec("grr", k=4, epsilon=1)))
        self.assertEqual("strategy(file='a b''c')", str(ldp.spec("strategy", file="a b'c")))

    def test_a_protocol_of_ones_own_keeps_its_parameters_as_they_are(self) -> None:
        self.assertEqual("mine(epsilon=1.0,width=3)", str(ldp.spec("mine", epsilon=1, width=3)))

    def test_names_of_items_are_in_the_order_of_their_numbers(self) -> None:
        self.assertEqual(["b", "a", "(other)"], ldp.spec("grr", epsilon=1, items=["b", "a"]).names())
        self.assertEqual(["18", "19"], ldp.spec("grr", epsilon=1, items=range(18, 20), outside="drop").names())

    def test_specs_are_values(self) -> None:
        one, same = (ldp.spec("grr", epsilon=1, items=["a", "b"]) for _ in range(2))
        self.assertEqual(one, same)
        self.assertEqual(hash(one), hash(same))
        with self.assertRaises(AttributeError):
            one.protocol = "rr"  # type: ignore[misc]


class PlanTest(unittest.TestCase):
    def test_every_plan_is_the_golden_one_that_java_reads(self) -> None:
        for name, plan in PLANS.items():
            with self.subTest(name):
                golden_files.check(self, f"plans/{name}.conf", str(plan))
        self.assertEqual(sorted(name + ".conf" for name in PLANS), golden_files.names(".conf"))

    def test_plans_are_values_and_replace_makes_another(self) -> None:
        plan = PLANS["country"]
        self.assertEqual(plan, plan.replace())
        self.assertNotEqual(plan, plan.replace(name="other"))
        self.assertNotIn("public", plan.replace(public=None))
        with self.assertRaises(TypeError):
            plan["name"] = "x"  # type: ignore[index]
        with self.assertRaises(TypeError):
            plan["domain"]["type"] = "x"

    def test_a_plan_is_written_as_it_reads(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            file = PLANS["age"].write(Path(folder) / "age.conf")
            self.assertEqual(str(PLANS["age"]), Path(file).read_text("utf-8"))


class RefusalTest(unittest.TestCase):
    """Each refusal is one sentence: rule, parameter, remedy."""

    REFUSED = {
        "items must differ": lambda: ldp.spec("grr", epsilon=1, items=["a", "a"]),
        "items must be texts": lambda: ldp.spec("grr", epsilon=1, items=["a", 1]),
        "items must be texts, or": lambda: ldp.spec("grr", epsilon=1, items=[]),
        "items must be a list": lambda: ldp.spec("grr", epsilon=1, items="ab"),
        "items of a query": lambda: ldp.spec("grr", epsilon=1, items=list(range(10_001))),
        "items go with": lambda: ldp.spec("mean", epsilon=1, items=["a"]),
        "no item may": lambda: ldp.spec("grr", epsilon=1, items=["(other)"]),
        "k must be": lambda: ldp.spec("grr", epsilon=1, items=["a"], k=3),
        "rr counts two": lambda: ldp.spec("rr", epsilon=1, items=["a", "b"]),
        "outside must be": lambda: ldp.spec("grr", epsilon=1, items=["a"], outside="ignore"),
        "epsilon must be": lambda: ldp.spec("grr", epsilon=0, k=2),
        "grr has the parameters": lambda: ldp.spec("grr", eps=1, k=2),
        "a protocol must be a name": lambda: ldp.spec("grr(epsilon=1)", k=2),
        "k must be a whole": lambda: ldp.spec("grr", epsilon=1, k=2.5),
        "lower must be a finite": lambda: ldp.spec("mean", epsilon=1, lower=float("nan"), upper=1),
        "bins must have": lambda: ldp.bins([1, 1]),
        "bins must be given": lambda: ldp.bins(lower=0, upper=1),
        "grr needs k": lambda: sql.randomize("a", "grr", epsilon=1),
        "grr needs epsilon": lambda: sql.randomize("a", "grr", k=2),
        "a keyed report of an expression": lambda: sql.randomize("a.b", "rr", epsilon=1, id="u"),
        "attribute goes with id": lambda: sql.randomize("a", "rr", epsilon=1, attribute="x"),
        "a spec has its parameters": lambda: sql.randomize("a", ldp.spec("rr", epsilon=1), k=2),
        "estimate needs a column": lambda: sql.estimate("t"),
        "reports are estimated": lambda: sql.estimate("t", "report"),
        "confidence must be": lambda: sql.estimate("t", "report", "rr", epsilon=1, confidence=1),
        "group_by must be": lambda: sql.estimate("t", "report", "rr", epsilon=1, group_by=[1]),
        "key_file must be the path": lambda: ldp.session_config(key_file="0f" * 32),
        "task must be": lambda: ldp.Plan("histogramm", "x"),
        "a plan of task mean": lambda: ldp.Plan.mean("x", domain=["a"]),
        "a plan needs id": lambda: ldp.Plan.mean("x"),
        "a plan needs a protocol": lambda: ldp.Plan.mean("x", id="u"),
        "outside must be": lambda: PLANS["country"].replace(outside="elsewhere"),
        "randomness must be": lambda: PLANS["country"].replace(randomness="dice"),
        'outside="drop" needs': lambda: PLANS["device"].replace(outside_reason=None),
        "period must be": lambda: PLANS["daily-country"].replace(public=None),
        "postprocess of task": lambda: PLANS["country"].replace(postprocess=["wnnls"]),
        "in a plan the items": lambda: PLANS["country"].replace(
            protocol=ldp.spec("grr", epsilon=1, items=["a"])
        ),
        "protocol must be": lambda: PLANS["country"].replace(protocol="grr"),
    }

    def test_bad_arguments_are_refused_in_one_sentence(self) -> None:
        for rule, action in self.REFUSED.items():
            with self.subTest(rule), self.assertRaises(ValueError) as caught:
                action()
            sentence = str(caught.exception)
            self.assertTrue(sentence.startswith(rule), sentence)
            self.assertIn(". Provided: ", sentence)
            self.assertTrue(sentence.endswith("."), sentence)
            self.assertNotIn("\n", sentence)

    def test_a_refused_key_is_not_shown(self) -> None:
        with self.assertRaises(ValueError) as caught:
            ldp.session_config(key_file="0f" * 32)
        self.assertNotIn("0f0f", str(caught.exception))

    def test_a_plot_without_matplotlib_says_so(self) -> None:
        code = (
            "import sys; sys.modules['matplotlib'] = None; sys.modules['matplotlib.pyplot'] = None\n"
            "import spark_ldp\n"
            "try: spark_ldp.plot([])\n"
            "except ImportError as e: print(e)"
        )
        path = os.pathsep.join(sys.path)
        ended = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True,
            env={**os.environ, "PYTHONPATH": path}, check=True,
        )
        self.assertTrue(ended.stdout.startswith("plot needs matplotlib. Provided: none;"), ended.stdout)


class KeyTest(unittest.TestCase):
    def test_a_key_is_new_and_closed_to_others_and_never_overwritten(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            one = ldp.write_key(Path(folder) / "one.key")
            two = ldp.write_key(Path(folder) / "two.key")
            self.assertRegex(Path(one).read_text(), r"^[0-9a-f]{64}\n$")
            self.assertNotEqual(Path(one).read_text(), Path(two).read_text())
            self.assertEqual(0o600, os.stat(one).st_mode & 0o777)
            with self.assertRaisesRegex(ValueError, "new file"):
                ldp.write_key(one)

    def test_the_session_is_told_the_path_only(self) -> None:
        config = ldp.session_config(jar="a.jar", key_file="release.key")
        self.assertEqual(os.path.abspath("release.key"), config["spark.ldp.keyFile"])
        self.assertEqual(os.path.abspath("a.jar"), config["spark.jars"])

    def test_without_a_jar_the_coordinates_of_this_pyspark_stand_beside_others(self) -> None:
        code = (
            "import sys, types\n"
            "sys.modules['pyspark'] = types.SimpleNamespace(__version__=sys.argv[1])\n"
            "import spark_ldp\n"
            "print(spark_ldp.session_config(packages=['io.delta:delta:1']))"
        )
        env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "LDP_JAR": ""}
        for version, artifact in {"4.1.0": "4.1_2.13", "3.5.7": "3.5_2.12"}.items():
            with tempfile.TemporaryDirectory() as folder:
                ended = subprocess.run(
                    [sys.executable, "-c", code, version], capture_output=True, text=True,
                    env=env, cwd=folder, check=True,
                )
            expected = "io.delta:delta:1,org.sparkldp:ldp-jobs-spark-" + artifact + ":0.1.0"
            self.assertEqual(str({"spark.jars.packages": expected}), ended.stdout.strip())


class Session:
    """What a plan asks of a session: the options of the source, and the rows that it gives back."""

    def __init__(self, rows: List[Dict[str, Any]], error: str = "") -> None:
        self.rows, self.error = rows, error
        self.asked: List[Dict[str, str]] = []
        self.read = self.write = self.sparkSession = self.catalog = self
        self.views: List[str] = []

    def format(self, name: str) -> "Session":
        self.asked.append({"format": name})
        return self

    def mode(self, word: str) -> "Session":
        return self.option("mode", word)

    def option(self, key: str, value: str) -> "Session":
        self.asked[-1][key] = value
        return self

    def save(self) -> None:
        if self.error:
            raise RuntimeError(self.error)

    def load(self) -> "Session":
        return self

    def select(self, column: str) -> "Session":
        return self

    distinct = load

    def collect(self) -> List[Dict[str, Any]]:
        return self.rows

    def sql(self, text: str) -> "Session":
        return self

    def createOrReplaceTempView(self, name: str) -> None:
        self.views.append(name)

    def dropTempView(self, name: str) -> None:
        self.views.remove(name)


class RunTest(unittest.TestCase):
    PLAN = ldp.Plan.histogram("users", column="country", id="id", epsilon=1, domain=["US", "IN"])

    def test_what_is_left_out_is_what_init_would_choose_and_print_shows_it(self) -> None:
        text = str(self.PLAN)
        for line in ('protocol = "pgr(epsilon=1.0)"', "outside = category", "randomness = keyed"):
            self.assertIn(line + "\n", text)
        mean = ldp.Plan.mean("m", column="x", id="id", protocol="mean(epsilon=1.0,lower=0,upper=9)")
        self.assertEqual("fail", mean["outside"])
        with self.assertRaisesRegex(ValueError, "epsilon"):
            ldp.Plan.mean("m", column="x", id="id", epsilon=1)

    def test_a_plan_runs_by_writing_to_the_source(self) -> None:
        people = Session([{"note": "few"}, {"note": ""}])
        done = self.PLAN.run(people, output="out", days="2026-11-01..2026-11-30", group_by=["day"])
        self.assertEqual(
            {"format": "ldp", "mode": "append", "plan_text": str(self.PLAN), "output": "out",
             "days": "2026-11-01..2026-11-30", "group_by": "day"},
            people.asked[0],
        )
        self.assertEqual(["few"], done.notes)
        self.assertEqual({"format": "ldp", "output": "out", "show": "estimates"}, people.asked[1])
        people.rows = [{"epsilon_left": 3.0}, {"epsilon_left": None}, {"epsilon_left": 2.5}]
        self.assertEqual(2.5, done.epsilon_left)
        people.rows = [{"epsilon_left": None}]
        self.assertIsNone(done.epsilon_left)

    def test_the_steps_are_options_of_the_source(self) -> None:
        session = Session([])
        self.PLAN.privatize(session, output="out", days="2026-11-01")
        self.PLAN.accumulate(output="out", group_by="day", spark=session)
        self.PLAN.estimate(output="out", spark=session)
        steps = [{**asked, "plan_text": ""} for asked in session.asked]
        same = {"format": "ldp", "mode": "append", "plan_text": "", "output": "out"}
        self.assertEqual(
            [{**same, "step": "privatize", "days": "2026-11-01"},
             {**same, "step": "accumulate", "group_by": "day"}, {**same, "step": "estimate"}],
            steps,
        )

    def test_a_plan_of_a_file_names_the_file(self) -> None:
        people = Session([])
        ldp.Plan.read("country.conf").run(people, output="out")
        self.assertEqual(
            {"format": "ldp", "mode": "append", "plan": "country.conf", "output": "out"},
            people.asked[0],
        )

    def test_a_forecast_and_a_rehearsal_ask_nobody(self) -> None:
        session = Session([{"line": "an error of 5 %"}])
        self.assertEqual("an error of 5 %", self.PLAN.forecast(1000, spark=session))
        self.assertEqual({"show": "forecast", "users": "1000"}, {
            key: session.asked[0][key] for key in ("show", "users")})
        self.PLAN.rehearse(session)
        self.assertEqual("rehearsal", session.asked[1]["show"])
        self.assertRegex(session.asked[1]["people"], "^ldp_rehearsal_[0-9a-f]{32}$")
        self.assertEqual([], session.views)
        self.assertTrue(all("mode" not in asked for asked in session.asked), "nothing is written")

    def test_an_error_is_the_sentence_alone(self) -> None:
        kinds = {"BadInput": ldp.BadInput, "Refused": ldp.Refused, "Failed": ldp.Failed}
        for kind, expected in kinds.items():
            for text in (
                f"An error occurred while calling o1.save.\n: org.sparkldp.jobs.exit.Ended${kind}: no.\n\tat x",
                f"(org.sparkldp.jobs.exit.Ended${kind}) no.",
            ):
                with self.subTest(text), self.assertRaises(expected) as caught:
                    self.PLAN.run(Session([], text), output="out")
                self.assertEqual("no.", str(caught.exception))
                self.assertIsNone(caught.exception.__context__)
        with self.assertRaisesRegex(RuntimeError, "another failure"):
            self.PLAN.run(Session([], "another failure"), output="out")

    def test_items_are_the_lines_of_a_file(self) -> None:
        with tempfile.NamedTemporaryFile("w", suffix=".txt", encoding="utf-8") as file:
            file.write("US\n\n IN \n")
            file.flush()
            self.assertEqual(["US", "IN"], ldp.items(file.name))


class PackageTest(unittest.TestCase):
    def test_the_package_never_reaches_into_the_jvm(self) -> None:
        folder = Path(ldp.__file__).parent
        for file in folder.glob("*.py"):
            for word in ("_jdf", "_jvm", "_jc", "_jsparkSession", "sparkContext", "toPandas"):
                self.assertNotIn(word, file.read_text("utf-8"), file.name)

    def test_importing_it_needs_no_pyspark(self) -> None:
        code = "import sys; sys.modules['pyspark'] = None; import spark_ldp; print('fine')"
        ended = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}, check=True,
        )
        self.assertEqual("fine\n", ended.stdout)


def load_tests(loader: Any, tests: unittest.TestSuite, pattern: Any) -> unittest.TestSuite:
    """The examples of the docstrings too, where they need no session."""
    for module in (_check, _items, _plan, _spec, _tree, sql):
        tests.addTests(doctest.DocTestSuite(module, extraglobs={"spec": ldp.spec, "bins": ldp.bins}))
    return tests


if __name__ == "__main__":
    unittest.main()
