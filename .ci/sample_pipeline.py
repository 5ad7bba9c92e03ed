"""The sample pipeline, run by spark-pipelines as its page says: whatever is run again, nobody is asked twice."""

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


def sql(script):
    """In a Spark of its own, as the catalogue is one process's at a time; what the last statement shows."""
    code = """if True:
        import sys
        from pyspark.sql import SparkSession
        spark = SparkSession.builder.getOrCreate()
        for statement in sys.argv[1].split(";"):
            shown = spark.sql(statement)
        print(*sorted(map(tuple, shown.collect())), sep="\\n")
    """
    done = subprocess.run([sys.executable, "-c", code, script], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


def pipeline(*words):
    done = subprocess.run(["spark-pipelines", *words], capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def ran(*words):
    code, said = pipeline(*words)
    assert code == 0, said[-5000:]


def refused(definition, file="drawn.sql"):
    at = Path("transformations") / file
    at.write_text(definition)
    code, said = pipeline("dry-run")
    at.unlink()
    assert code != 0 and "ldp_randomize without an id in a pipeline" in said, said[-5000:]


COLUMNS = "user_id BIGINT, country STRING, subscribed INT, day DATE"
sql(
    f"CREATE TABLE people ({COLUMNS}) USING parquet;"
    f"CREATE TEMPORARY VIEW seed ({COLUMNS}) USING csv OPTIONS (path '{HERE}/conf/dbt/seeds/events.csv', header true);"
    "INSERT INTO people SELECT * FROM seed;"
    f"CREATE TABLE country_estimates USING ldp OPTIONS (plan '{HERE}/conf/plans/country.conf',"
    f" output '{RUN}/local/countries') AS SELECT user_id, country, day FROM people"
)

REPORTS = "SELECT day, report, count(*) FROM subscribed_reports GROUP BY ALL"
BOTH = "SELECT 'people', item, estimate FROM subscribed UNION ALL SELECT country, '', people FROM countries"
ran("dry-run")
ran("run")
reports, estimates = sql(REPORTS), sql(BOTH)
assert "'US'" in estimates and "'people', '1'" in estimates, estimates
sql("INSERT INTO people VALUES (9001, 'US', 1, DATE '2026-01-04')")
ran("run")
assert sql("SELECT count(*) FROM subscribed_reports") == "(601,)\n", sql(REPORTS)
ran("run", "--full-refresh-all")
assert sql("SELECT count(*) FROM subscribed_reports") == "(601,)\n"
assert set(reports.splitlines()) <= set(sql(REPORTS).splitlines()), "a report was drawn again"

# What draws without an id is refused, in SQL and Python, before anything is written.
draw = "SELECT ldp_randomize(subscribed, 'rr(epsilon=1.0)') AS report FROM people"
refused(f"CREATE MATERIALIZED VIEW drawn AS {draw}")
refused(f"CREATE TEMPORARY VIEW shown AS {draw}; CREATE MATERIALIZED VIEW drawn AS SELECT * FROM shown")
refused(
    "from pyspark import pipelines as dp\n\n\n@dp.materialized_view\ndef drawn():\n"
    f'    return spark.sql("{draw}")\n',
    "drawn.py",
)
print(f"spark-pipelines of PySpark {pyspark.__version__}: nobody was asked twice")
