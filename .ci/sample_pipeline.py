"""The sample pipeline, run by spark-pipelines as its page says: whatever is run again, nobody is asked twice."""

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pyspark

HERE = Path.cwd()
RUN = Path(sys.argv[1])
shutil.rmtree(RUN, ignore_errors=True)
shutil.copytree(HERE / "conf/pipeline", RUN)
os.chdir(RUN)

# This machine's places for those of the sample.
spec = Path("spark-pipeline.yml")
spec.write_text(spec.read_text().replace("/data/ldp/pipeline", str(RUN / "local/storage")))
defaults = Path("conf/spark-defaults.conf")
defaults.write_text(
    defaults.read_text()
    .replace("/opt/spark-ldp/jobs/target/spark-ldp.jar", os.environ["LDP_JAR"])
    .replace("/etc/ldp/release.key", os.environ["LDP_KEY_FILE"])
    + f"""
spark.sql.warehouse.dir                 {RUN}/local/warehouse
spark.hadoop.javax.jdo.option.ConnectionURL  jdbc:derby:;databaseName={RUN}/local/metastore_db;create=true
spark.driver.extraJavaOptions           -Dderby.stream.error.file={RUN}/local/derby.log
spark.sql.shuffle.partitions            2
spark.ui.enabled                        false
"""
)
os.environ["SPARK_CONF_DIR"] = str(RUN / "conf")


def sql(*statements):
    """In a Spark of its own, as the catalogue is one process's at a time; what each statement shows, in order."""
    code = """if True:
        import sys
        from pyspark.sql import SparkSession
        spark = SparkSession.builder.getOrCreate()
        for statement in sys.argv[1:]:
            print(sorted(map(tuple, spark.sql(statement).collect())))
    """
    done = subprocess.run([sys.executable, "-c", code, *statements], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout.splitlines()


def pipeline(*words):
    done = subprocess.run(["spark-pipelines", *words], capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def run(*words):
    code, said = pipeline("run", *words)
    assert code == 0, said[-5000:]


COLUMNS = "user_id BIGINT, country STRING, subscribed INT, day DATE"
REPORTS = "SELECT concat(day, ' ', report, ' ', count(*)) FROM subscribed_reports GROUP BY day, report"
ESTIMATES = "SELECT item, estimate FROM subscribed UNION ALL SELECT country, people FROM countries"
statements = (
    f"CREATE TABLE people ({COLUMNS}) USING parquet",
    f"CREATE TEMPORARY VIEW seed ({COLUMNS}) USING csv OPTIONS (path '{HERE}/conf/dbt/seeds/events.csv', header true)",
    "INSERT INTO people SELECT * FROM seed",
    f"CREATE TABLE country_estimates USING ldp OPTIONS (plan '{HERE}/conf/plans/country.conf',"
    f" output '{RUN}/local/countries') AS SELECT user_id, country, day FROM people",
)
subprocess.run(["spark-sql", "-e", ";".join(statements)], check=True)
run()
first, estimates, _ = sql(REPORTS, ESTIMATES, "INSERT INTO people VALUES (9001, 'US', 1, DATE '2026-01-04')")
assert "('US'," in estimates and "('1'," in estimates, estimates

# The new person is asked, nobody else; a full refresh makes the same reports.
run()
run("--full-refresh-all")
again, count = sql(REPORTS, "SELECT count(*) FROM subscribed_reports")
assert count == "[(601,)]", count
assert set(ast.literal_eval(first)) <= set(ast.literal_eval(again)), (first, again)

# What draws without an id is refused, in SQL and Python, before anything is written.
draw = "SELECT ldp_randomize(subscribed, 'rr(epsilon=1.0)') AS report FROM people"
Path("transformations/drawn.sql").write_text(
    f"CREATE MATERIALIZED VIEW drawn AS {draw};\n"
    f"CREATE TEMPORARY VIEW shown AS {draw};\nCREATE MATERIALIZED VIEW of_view AS SELECT * FROM shown;\n"
)
Path("transformations/drawn.py").write_text(
    "from pyspark import pipelines as dp\nfrom pyspark.sql import SparkSession\n\n\n@dp.materialized_view\n"
    f'def in_python():\n    return SparkSession.active().sql("{draw}")\n'
)
code, said = pipeline("dry-run")
assert code != 0, said[-5000:]
# The client may end before it has printed the last error of a flow; the list of flows comes with its own error.
assert "Flows with errors: shown, spark_catalog.default.drawn, spark_catalog.default.in_python\n" in said, said[-5000:]
errors = [line for line in said.splitlines() if line.startswith("Error: [")]
assert errors and all("ldp_randomize without an id in a pipeline" in line for line in errors), errors
print(f"spark-pipelines of PySpark {pyspark.__version__}: nobody was asked twice")
