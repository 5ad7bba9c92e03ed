"""The last days' values to reports, accumulators and estimates, by Airflow's SparkSubmitOperator (2 and 3).

To try it on one machine: `pip install apache-airflow apache-airflow-providers-apache-spark pyspark`, put your paths in
place of BUCKET, set AIRFLOW_CONN_SPARK_DEFAULT='{"conn_type": "spark", "host": "local[2]"}', and run the day 2026-01-01
by the moment at which it ends: `airflow dags test ldp_daily_country 2026-01-02`.

The connection `spark_default` says where Spark is. LDP_HOME is the folder of spark-ldp on the machine that
submits and on the one that parses this file, LDP_KEY_FILE the key's absolute path on that machine and on every worker, readable by its user only.

Each run asks the people of its own day and those of the two days before whose rows came late. A run's day is the one
that has just ended: `@daily` and `ds` mean that in Airflow 2, and the day that begins in 3. Runs may come in any order,
late or again, but one after the other (`max_active_runs=1`), because they write the same tables.
"""

import os
from datetime import datetime, timedelta

from airflow import DAG
from airflow.operators.empty import EmptyOperator
from airflow.providers.apache.spark.operators.spark_submit import SparkSubmitOperator
from airflow.timetables.interval import CronDataIntervalTimetable

HOME = os.environ.get("LDP_HOME", "/opt/spark-ldp")
KEY = os.environ.get("LDP_KEY_FILE", "/etc/ldp/release.key")
VALUES = "s3a://BUCKET/events"
RESULTS = "s3a://BUCKET/ldp"
# What encrypts the connections on YARN and Kubernetes. A standalone cluster has its own secret, or none: see
# spark-defaults.conf.
SECURE = {"spark.authenticate": "true", "spark.network.crypto.enabled": "true"}
DAY = "{{ data_interval_start | ds }}"
WINDOW = "{{ macros.ds_add(data_interval_start | ds, -2) }}.." + DAY
WEEK = "{{ macros.ds_add(data_interval_start | ds, -6) }}.." + DAY


def defaults():
    """Of conf/spark-defaults.conf. The operator cannot give `--load-spark-defaults`, without which a properties_file
    would take the place of the cluster's own."""
    with open(f"{HOME}/conf/spark-defaults.conf") as lines:
        return dict(line.split(None, 1) for line in map(str.strip, lines) if line and not line.startswith("#"))


def ldp(name, command, *arguments, conf=None, **options):
    return SparkSubmitOperator(
        task_id=name,
        name=f"ldp-{name}-{DAY}",
        application=f"{HOME}/jobs/target/spark-ldp.jar",
        java_class="org.sparkldp.jobs.Ldp",
        # In client mode a task fails when ldp does: in cluster mode some clusters say 0 of a failed driver.
        deploy_mode="client",
        conf={**defaults(), **SECURE, **(conf or {})},
        application_args=[command, *arguments],
        **options,
    )


with DAG(
    dag_id="ldp_daily_country",
    schedule=CronDataIntervalTimetable("0 0 * * *", timezone="UTC"),
    start_date=datetime(2026, 1, 1),
    catchup=True,
    # Days wait for each other where they write the same table.
    max_active_runs=1,
):
    again = {"retries": 3, "retry_delay": timedelta(minutes=5)}
    # No retries: a person looks at a failed privatize first. (A repeated one that had finished draws
    # nothing.)
    privatize = ldp(
        "privatize",
        "privatize",
        *("--plan", f"{HOME}/conf/plans/daily-country.conf", "--input", VALUES),
        *("--output", f"{RESULTS}/reports", "--days", WINDOW),
        conf={"spark.ldp.keyFile": KEY},
        retries=0,
    )
    accumulate = ldp(
        "accumulate",
        "accumulate",
        *("--input", f"{RESULTS}/reports", "--output", f"{RESULTS}/accumulators"),
        # A day that privatize leaves out stops no other.
        trigger_rule="all_done",
        **again,
    )
    # Each day apart, for the dashboard.
    days = ldp(
        "estimate_days",
        "estimate",
        *("--input", f"{RESULTS}/accumulators", "--output", f"{RESULTS}/estimates", "--each-period"),
        **again,
    )
    # The days of a week, merged: the error of one estimate over all of their people.
    week = ldp(
        "estimate_week",
        "estimate",
        *("--input", f"{RESULTS}/accumulators", "--output", f"{RESULTS}/weeks/{DAY}", "--days", WEEK),
        **again,
    )
    privatize >> accumulate >> [days, week]
    # The night has failed if a day was left out.
    [privatize, days, week] >> EmptyOperator(task_id="all_days")
