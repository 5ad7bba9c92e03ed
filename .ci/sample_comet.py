"""The engine Comet: its scan is in the plan, and reports and accumulators are those without it to the byte."""

import os
import sys
from pathlib import Path

import pyspark
from pyspark.sql import SparkSession

COMET = Path(os.environ["COMET_JAR"])
ON, SPEC = "spark.comet.enabled", "hadamard(epsilon=1.0,k=50)"
spark = (
    SparkSession.builder.master("local[2]")
    .config("spark.jars", f"{os.environ['LDP_JAR']},{COMET}")
    .config("spark.plugins", "org.apache.spark.CometPlugin")
    .config("spark.shuffle.manager", "org.apache.spark.sql.comet.execution.shuffle.CometShuffleManager")
    .config("spark.memory.offHeap.enabled", "true")
    .config("spark.memory.offHeap.size", "1g")
    .config("spark.comet.exec.shuffle.enabled", "true")
    .config("spark.sql.extensions", "org.sparkldp.sql.LdpExtensions")
    .config("spark.sql.warehouse.dir", f"{sys.argv[1]}/warehouse")
    .config("spark.ldp.keyFile", os.environ["LDP_KEY_FILE"])
    .config("spark.sql.shuffle.partitions", "2")
    .config("spark.ui.enabled", "false")
    .getOrCreate()
)
spark.sparkContext.setLogLevel("ERROR")
REPORTS, TABLE = f"{sys.argv[1]}/reports", f"{sys.argv[1]}/people"
spark.range(0, 200_000, 1, 4).selectExpr("id", "id % 50 AS item", "id % 3 AS day").write.mode("overwrite").parquet(TABLE)
spark.sql(
    f"SELECT day, ldp_randomize(item, '{SPEC}', id) AS report FROM parquet.`{TABLE}`"
).write.mode("overwrite").parquet(REPORTS)  # fmt: skip


def rows(sql, comet):
    """The rows of a query, in order, and the plan that gave them."""
    spark.conf.set(ON, comet)
    frame = spark.sql(sql)
    found = sorted(map(tuple, frame.collect()), key=repr)
    return found, frame._jdf.queryExecution().executedPlan().toString()


queries = {
    "accumulators": f"SELECT day, ldp_accumulate(report, '{SPEC}') FROM parquet.`{REPORTS}` WHERE day > 0 GROUP BY day",
    "reports": f"SELECT id, ldp_randomize(item, '{SPEC}', id) FROM parquet.`{TABLE}` WHERE day = 1",
}
for name, sql in queries.items():
    (own, plan), (comets, native) = rows(sql, "false"), rows(sql, "true")
    assert "Comet" not in plan and len(own) > 1, plan
    assert "CometNativeScan" in native and "CometFilter" in native, f"Comet did not run:\n{native}"
    assert own == comets, f"{name} differ"
print(f"{COMET.name}, PySpark {pyspark.__version__}: reports and accumulators are the same to the byte")
