"""What Python sees of refusals: runs each line of a file as a statement, and prints of each exception its
class, condition, SQLSTATE, parameters and message, separated by tabs."""

import sys

from pyspark.errors import AnalysisException, SparkRuntimeException
from pyspark.sql import SparkSession


def seen(spark, statement):
    try:
        spark.sql(statement).collect()
    except AnalysisException as e:
        return "AnalysisException", e
    except SparkRuntimeException as e:
        return "SparkRuntimeException", e
    raise AssertionError("not refused: " + statement)


def main():
    spark = (
        SparkSession.builder.master("local[1]")
        .config("spark.ui.enabled", "false")
        .config("spark.sql.extensions", "org.sparkldp.sql.LdpExtensions")
        .getOrCreate()
    )
    with open(sys.argv[1], encoding="utf-8") as statements:
        for statement in statements.read().splitlines():
            kind, e = seen(spark, statement)
            parameters = sorted(e.getMessageParameters().items())
            print(
                "REFUSED",
                kind,
                e.getCondition(),
                e.getSqlState(),
                "; ".join(name + " = " + value for name, value in parameters),
                e.getMessage(),
                sep="\t",
            )
    spark.stop()


main()
