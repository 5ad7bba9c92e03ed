"""The sample DAG by Airflow itself, `dags test` of three days whose rows come late: no day is lost, nobody asked twice."""

import os
import shutil
import subprocess
import sys
from datetime import date, timedelta
from pathlib import Path

import pyarrow.csv
import pyarrow.dataset
import pyspark
from pyarrow import compute

HERE = Path.cwd()
RUN = Path(sys.argv[1])
DAYS = [date(2026, 1, 1), date(2026, 1, 2), date(2026, 1, 3)]
shutil.rmtree(RUN, ignore_errors=True)
for folder in ("dags", "home/jobs/target", "cluster", "log"):
    (RUN / folder).mkdir(parents=True)

# This machine's places for those of the sample, and settings that the cluster has by itself.
dag = (HERE / "conf/sample/airflow_dag.py").read_text().replace("s3a://BUCKET", str(RUN))
(RUN / "dags/sample.py").write_text(dag)
(RUN / "home/conf").symlink_to(HERE / "conf")
(RUN / "home/jobs/target/spark-ldp.jar").symlink_to(os.environ["LDP_JAR"])
(RUN / "cluster/spark-defaults.conf").write_text(
    f"spark.eventLog.enabled true\nspark.eventLog.dir file:{RUN}/log\nspark.eventLog.compress false\n"
    "spark.eventLog.rolling.enabled false\nspark.sql.shuffle.partitions 3\nspark.ui.enabled false\n"
)
os.environ |= {
    "AIRFLOW_HOME": str(RUN / "airflow"),
    "AIRFLOW__CORE__DAGS_FOLDER": str(RUN / "dags"),
    "AIRFLOW__CORE__LOAD_EXAMPLES": "False",
    "AIRFLOW_CONN_SPARK_DEFAULT": '{"conn_type": "spark", "host": "local[2]"}',
    "LDP_HOME": str(RUN / "home"),
    "SPARK_CONF_DIR": str(RUN / "cluster"),
}


def airflow(*words):
    done = subprocess.run(["airflow", *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert done.returncode == 0, done.stdout[-6000:]
    return done.stdout


def arrive(rows):
    """More files in the folders of their days."""
    into = dict(partitioning=["day"], partitioning_flavor="hive", existing_data_behavior="overwrite_or_ignore")
    name = f"{len(list(RUN.glob('events/**/*.parquet')))}-{{i}}.parquet"
    pyarrow.dataset.write_dataset(rows, RUN / "events", format="parquet", basename_template=name, **into)


def table(folder):
    return pyarrow.dataset.dataset(RUN / "ldp" / folder).to_table()


def counted(folder):
    return {str(row["values"]): row["counts"] for row in table(folder)["day"].value_counts().to_pylist()}


airflow("db", "migrate")
airflow("dags", "reserialize")
assert airflow("dags", "next-execution", "ldp_daily_country").endswith("\n2026-01-01T00:00:00+00:00\n"), "the first day"

people = pyarrow.csv.read_csv(HERE / "conf/dbt/seeds/events.csv")
late = compute.equal(compute.bit_wise_and(people["user_id"], 15), 0)
for day in DAYS:
    ago = timedelta(days=1)
    today, before = compute.equal(people["day"], day), compute.equal(people["day"], day - ago)
    arrive(people.filter(compute.or_(compute.and_not(today, late), compute.and_(before, late))))
    # By hand, Airflow takes the interval that ends at the given time.
    said = airflow("dags", "test", "ldp_daily_country", str(day + ago))
    assert f"--days {day - 2 * ago}..{day}" in said and f"--days {day - 6 * ago}..{day}" in said, said[-6000:]
    assert set(counted("estimates/estimates")) == {str(each) for each in DAYS if each <= day}, "days of the dashboard"
    assert table(f"weeks/{day}/estimates").num_rows > 0, "the week"

left = compute.sum(compute.and_(late, compute.equal(people["day"], DAYS[-1]))).as_py()
assert left > 0 and counted("reports/reports") == dict(zip(map(str, DAYS), (200, 200, 200 - left))), counted("reports/reports")
assert len(table("reports/reports")["report_id"].unique()) == 600 - left, "somebody was asked twice"

# The settings of the sample and the cluster's own are both there.
logs = [log.read_text() for log in (RUN / "log").iterdir()]
assert len(logs) == 12, len(logs)
for setting in ('"spark.sql.shuffle.partitions":"3"', '"spark.io.encryption.enabled":"true"'):
    assert all(setting in log for log in logs), setting
print(f"{airflow('version').split()[-1]} of Airflow, {pyspark.__version__} of PySpark: three days, nobody was asked twice")
