#!/usr/bin/env bash
# One day: values to reports, to accumulators, to estimates. Arguments: PLAN VALUES RESULTS DAY
#   conf/deploy/spark-submit.sh conf/plans/income.conf /data/events/day=2026-01-01 /data/ldp 2026-01-01
# Environment: SPARK_MASTER (default: what spark-defaults.conf says), LDP_KEY_FILE (default
# /etc/ldp/release.key): the key's absolute path on this machine and on every worker, readable by its user only.
# Exit codes are ldp's: 0 done or already done, 2 bad plan or input, 3 refused by a privacy rule.
set -euo pipefail
plan=$1 values=$2 results=$3 day=$4

home=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
key=${LDP_KEY_FILE:-/etc/ldp/release.key}

ldp() { # OPTIONS OF spark-submit -- COMMAND
  local options=()
  while [ "$1" != -- ]; do
    options+=("$1")
    shift
  done
  shift
  spark-submit ${SPARK_MASTER:+--master "$SPARK_MASTER"} --deploy-mode client \
    --properties-file "$home/conf/spark-defaults.conf" "${options[@]}" \
    --class org.sparkldp.jobs.Ldp "$home/jobs/target/spark-ldp.jar" "$@"
}

# Only this sees values and needs the key. Run again, it finds its result and draws nothing.
ldp --name "ldp privatize $day" --conf spark.ldp.keyFile="$key" -- \
  privatize --plan "$plan" --input "$values" --output "$results/reports/$day"

# These may be repeated, and need no key.
ldp --name "ldp accumulate $day" -- \
  accumulate --input "$results/reports/$day" --output "$results/accumulators/$day"
ldp --name "ldp estimate $day" -- \
  estimate --input "$results/accumulators/$day" --output "$results/estimates/$day" --format csv
