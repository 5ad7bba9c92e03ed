"""A day's values to reports, accumulators and estimates, by Airflow's SparkSubmitOperator.

The connection `spark_default` says where Spark is. LDP_HOME is the folder of spark-ldp on the machine that
submits, LDP_KEY_FILE the key's absolute path on that machine and on every worker, readable by its user only.
"""

import os
from datetime import datetime, timedelta

from airflow import DAG
from airflow.providers.apache.spark.operators.spark_submit import SparkSubmitOperator

HOME = os.environ.get("LDP_HOME", "/opt/spark-ldp")
KEY = os.environ.get("LDP_KEY_FILE", "/etc/ldp/release.key")
VALUES = "s3a://BUCKET/events/day={{ ds }}"
RESULTS = "s3a://BUCKET/ldp"


def ldp(command, arguments, **options):
    return SparkSubmitOperator(
        task_id=command,
        name=f"ldp-{command}-{{{{ ds }}}}",
        application=f"{HOME}/jobs/target/spark-ldp.jar",
        java_class="org.sparkldp.jobs.Ldp",
        properties_file=f"{HOME}/conf/spark-defaults.conf",
        deploy_mode="client",
        application_args=[command, *arguments],
        **options,
    )


with DAG(
    dag_id="ldp_income",
    schedule="@daily",
    start_date=datetime(2026, 1, 1),
    catchup=False,
):
    # No retries: a person looks at a failed privatize first. (A repeated one that had finished draws
    # nothing.)
    privatize = ldp(
        "privatize",
        ["--plan", f"{HOME}/conf/plans/income.conf", "--input", VALUES]
        + ["--output", f"{RESULTS}/reports/{{{{ ds }}}}"],
        conf={"spark.ldp.keyFile": KEY},
        retries=0,
    )
    accumulate = ldp(
        "accumulate",
        ["--input", f"{RESULTS}/reports/{{{{ ds }}}}"]
        + ["--output", f"{RESULTS}/accumulators/{{{{ ds }}}}"],
        retries=3,
        retry_delay=timedelta(minutes=5),
    )
    estimate = ldp(
        "estimate",
        ["--input", f"{RESULTS}/accumulators/{{{{ ds }}}}"]
        + ["--output", f"{RESULTS}/estimates/{{{{ ds }}}}"],
        retries=3,
        retry_delay=timedelta(minutes=5),
    )
    privatize >> accumulate >> estimate
