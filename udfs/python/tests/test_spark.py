"""What needs PySpark with spark-ldp's classes: all that the pure tests check, executed.

LDP_JAR names the jars; without it, the checkout's spark-ldp.jar is taken.
"""

import tempfile
import unittest
from pathlib import Path
from typing import Any

import golden_files
import spark_ldp as ldp
from cases import CASES, KEY, MAPS
from pyspark.errors import AnalysisException
from pyspark.sql import SparkSession
from pyspark.sql import functions as F


def session() -> SparkSession:
    """A session with the tests' key. It is started once; the key's file is gone with the process."""
    file = Path(tempfile.mkdtemp()) / "release.key"
    file.touch(0o600)
    file.write_text(KEY + "\n")
    builder = SparkSession.builder.master("local[2]").config(map=ldp.session_config(key_file=file))
    for entry, value in {
        "spark.ui.enabled": "false",
        "spark.sql.shuffle.partitions": "3",
        "spark.sql.warehouse.dir": str(file.parent),
        "spark.driver.bindAddress": "127.0.0.1",
    }.items():
        builder = builder.config(entry, value)
    return builder.getOrCreate()


class SparkTest(unittest.TestCase):
    spark: Any

    @classmethod
    def setUpClass(cls) -> None:
        cls.spark = session()

    def test_data_frames_give_the_results_of_the_golden_statements(self) -> None:
        for name, case in CASES.items():
            with self.subTest(name):
                lines = golden_files.lines(case.frame(self.spark).collect())
                self.assertEqual(result(name), lines)

    def test_the_statements_give_them_too(self) -> None:
        for name, text in {**{n: c.text() for n, c in CASES.items()}, **MAPS}.items():
            with self.subTest(name):
                self.assertEqual(result(name), golden_files.lines(self.spark.sql(text).collect()))

    def test_the_map_of_columns_is_the_map_of_statements(self) -> None:
        values = [-0.1, -0.0, 4.9, 5.0, 10.0, 10.1, float("nan"), float("inf"), None]
        spec = ldp.spec("grr", epsilon=20, items=ldp.bins([0, 5, 10]), outside="drop")
        df = self.spark.createDataFrame([(i, v) for i, v in enumerate(values)], "id long, v double")
        # Epsilon 20: a report is the item, except with probability 3e-9.
        reports = df.select(ldp.randomize("v", spec, id="id")).collect()
        numbers = [None, 0, 0, 1, 1, None, None, None, None]
        self.assertEqual(numbers, [row.report for row in reports])

    def test_estimates_have_the_columns_of_the_contract(self) -> None:
        case = CASES["ages_by_country"]
        estimates = case.frame(self.spark)
        self.assertEqual(
            ["country", "item", "estimate", "standard_error", "lower", "upper"], estimates.columns
        )
        self.assertEqual("string", dict(estimates.dtypes)["item"])

    def test_a_report_without_an_id_is_new_each_time(self) -> None:
        people = self.spark.range(2000).select((F.col("id") % 2).alias("v"))
        reports = people.select(ldp.randomize("v", "grr", epsilon=1, k=50))
        self.assertNotEqual(reports.collect(), reports.collect())

    def test_a_report_with_an_id_is_the_same_each_time(self) -> None:
        people = self.spark.range(2000).select("id", (F.col("id") % 2).alias("v"))
        reports = people.select(ldp.randomize("v", "grr", epsilon=1, k=50, id="id"))
        self.assertEqual(reports.collect(), reports.collect())

    def test_an_expression_with_an_id_needs_an_attribute(self) -> None:
        people = self.spark.range(10)
        with self.assertRaisesRegex(ValueError, "add attribute="):
            ldp.randomize(F.col("id") % 2, "rr", epsilon=1, id="id")
        kept = ldp.randomize(F.col("id") % 2, "rr", epsilon=1, id="id", attribute="odd")
        self.assertEqual(10, people.select(kept).where("report IS NOT NULL").count())

    def test_a_report_has_no_weight(self) -> None:
        with self.assertRaisesRegex(ValueError, "times"):
            ldp.accumulate("report", "grr", epsilon=1, k=4, times="ms")

    def test_a_value_outside_fails_without_being_shown(self) -> None:
        spec = ldp.spec("grr", epsilon=1, items=["a", "b"], outside="fail")
        people = self.spark.sql("SELECT id, concat('secret', '-17') AS v FROM range(3)")
        with self.assertRaises(Exception) as caught:
            people.select(ldp.randomize("v", spec, id="id")).collect()
        self.assertNotIn("secret-17", str(caught.exception))

    def test_numbers_are_floats(self) -> None:
        self.assertAlmostEqual(1.0, ldp.epsilon("grr", epsilon=1, k=16), 8)
        self.assertAlmostEqual(3.7306316, ldp.gaussian_sigma(1, 1e-5, 1), 6)
        self.assertAlmostEqual(1e-5, ldp.gaussian_delta(1, 3.730631634815942, 1), 9)
        self.assertAlmostEqual(1.0, ldp.gaussian_epsilon(3.730631634815942, 1e-5, 1), 6)

    def test_what_the_jvm_refuses_is_an_analysis_exception(self) -> None:
        reports = self.spark.createDataFrame([("a",)], "v string")
        with self.assertRaises(AnalysisException):
            reports.select(ldp.randomize("v", "mean", epsilon=1, lower=0, upper=1))

    def test_estimates_are_drawn(self) -> None:
        try:
            import matplotlib
        except ImportError:
            self.skipTest("matplotlib is not installed")
        matplotlib.use("Agg")
        estimates = CASES["pages"].frame(self.spark)
        axes = ldp.plot(estimates, title="Visits by page", truth={"home": 8000, "shop": 4000})
        self.assertEqual(
            ["home", "shop", "(other)"], [text.get_text() for text in axes.get_yticklabels()]
        )
        self.assertEqual("Visits by page", axes.get_title(loc="left"))
        with self.assertRaisesRegex(ValueError, "plot draws one group"):
            ldp.plot(CASES["ages_by_country"].frame(self.spark))


def result(name: str) -> list:
    """A golden result; lines are compared, so that a text may have spaces at its end."""
    return (golden_files.FOLDER / f"{name}.txt").read_text("utf-8").split("\n")[:-1]


if __name__ == "__main__":
    unittest.main()
