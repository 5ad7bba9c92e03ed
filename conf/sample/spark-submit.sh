#!/usr/bin/env bash
# Values to reports, to accumulators, to estimates. Arguments: PLAN VALUES RESULTS [DAYS]
#   conf/sample/spark-submit.sh conf/plans/daily-country.conf /data/events /data/ldp 2026-01-01..2026-01-03
# DAYS are periods of a plan that has one, and estimates are then of each day that was ever asked; without them, the
# whole table at once. Run again, it finds what it has made and draws nothing.
# Each step starts a Spark of its own, which is most of the time that a small table takes.
# Environment: SPARK_MASTER (default: what the cluster's spark-defaults.conf says), LDP_KEY_FILE (default
# /etc/ldp/release.key): the key's absolute path on this machine and on every worker, readable by its user only.
# The driver runs here (client mode), so that exit codes are ldp's: 0 done or already done, 1 failed, 2 bad plan or
# input, 3 refused by a privacy rule.
set -euo pipefail
plan=$1 values=$2 results=$3 days=${4:-}

home=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
key=${LDP_KEY_FILE:-/etc/ldp/release.key}

# YARN and Kubernetes make the secret of a run themselves; a standalone cluster has its own, or none.
secure=()
case ${SPARK_MASTER:-} in
  yarn | k8s://*) secure=(--conf spark.authenticate=true --conf spark.network.crypto.enabled=true) ;;
esac

step=0
ldp() { # OPTIONS OF spark-submit -- COMMAND
  local options=()
  while [ "$1" != -- ]; do
    options+=("$1")
    shift
  done
  shift
  step=$((step + 1))
  echo "step $step of 3, $1, after $SECONDS s" >&2
  spark-submit ${SPARK_MASTER:+--master "$SPARK_MASTER"} --deploy-mode client \
    --load-spark-defaults --properties-file "$home/conf/spark-defaults.conf" \
    ${secure[@]+"${secure[@]}"} "${options[@]}" \
    --class org.sparkldp.jobs.Ldp "$home/jobs/target/spark-ldp.jar" "$@"
}
of_days=(${days:+--days "$days"})
apart=(${days:+--each-period})

# Only this sees values and needs the key. It may leave out a day that is refused (2, 3); the others go on.
left_out=0
ldp --name "ldp privatize $days" --conf spark.ldp.keyFile="$key" -- \
  privatize --plan "$plan" --input "$values" --output "$results/reports" \
  ${of_days[@]+"${of_days[@]}"} || left_out=$?
case $left_out in
  0 | 2 | 3) ;;
  *) exit "$left_out" ;;
esac

# These need no key, and may be repeated. accumulate adds what is new, of whatever day.
ldp --name "ldp accumulate $days" -- \
  accumulate --input "$results/reports" --output "$results/accumulators"
ldp --name "ldp estimate $days" -- \
  estimate --input "$results/accumulators" --output "$results/estimates" --format csv \
  ${apart[@]+"${apart[@]}"}
echo "all steps done after $SECONDS s" >&2
exit "$left_out"
