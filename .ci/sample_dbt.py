"""The sample project of dbt, run by dbt itself as its page says: whatever is run again, nobody is asked twice."""

import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from importlib.metadata import version
from pathlib import Path

PROJECT = Path("conf/dbt").resolve()
LOCAL = PROJECT / "local"
RUN = Path(sys.argv[1])
SEED = "seeds/events.csv"
LATE = "9001,US,1,2026-01-04\n9002,DE,0,2025-12-31\n9003,DE,0,2026-01-03\n9004,US,1,2025-12-30\n"

for folder in (LOCAL, RUN):
    shutil.rmtree(folder, ignore_errors=True)
RUN.mkdir()
os.chdir(PROJECT)


def git():
    return subprocess.run(["git", "status", "--porcelain", "."], capture_output=True, text=True, check=True).stdout


seen = git()

# Once as its page says, from a shell.
subprocess.run(["dbt", "--quiet", "build"], check=True)

# The rest in one process, whose Spark dbt finds again.
from dbt.cli.main import dbtRunner  # noqa: E402
from pyspark.sql import SparkSession  # noqa: E402


def dbt(*words, project=PROJECT):
    os.chdir(PROJECT)
    done = dbtRunner().invoke(["--quiet", *words, "--project-dir", str(project), "--profiles-dir", str(PROJECT)])
    os.chdir(PROJECT)
    if done.exception:
        raise done.exception
    return done


def built(*words, project=PROJECT):
    done = dbt(*words, project=project)
    assert done.success, [(one.node.name, one.message) for one in done.result if str(one.status) in ("error", "fail")]


def failures(project):
    return {one.node.name: one.message for one in dbt("build", "--select", "drawn", project=project).result if str(one.status) == "error"}


def copy(name, **files):
    """The project again, with some other files."""
    at = RUN / name
    shutil.copytree(PROJECT, at, ignore=shutil.ignore_patterns("local"))
    for file, text in files.items():
        (at / file.replace("__", "/").replace("_sql", ".sql").replace("_csv", ".csv")).write_text(text)
    return at


def reports():
    """Every file of the plan's reports, to the byte."""
    folder = LOCAL / "results/countries/privatized/reports"
    return {str(file): hashlib.sha256(file.read_bytes()).hexdigest() for file in folder.rglob("*.parquet")}


def rows(sql):
    return sorted(map(tuple, SparkSession.builder.getOrCreate().sql(sql).collect()))


def drawn():
    return rows("SELECT day, report, count(*) FROM ldp.subscribed_reports GROUP BY ALL")


def people():
    return rows("SELECT count(*), count(DISTINCT report_id) FROM parquet.`local/results/countries/privatized/reports`")


first = reports()
assert first, "no reports"
built("build")
assert people() == [(600, 600)], people()
keyed = drawn()
again = (LOCAL / "target/compiled/ldp_sample/models/subscribed_reports.sql").read_text()
assert "where day >=" in again, "is_incremental() was not true: " + again
estimates = rows("SELECT * FROM ldp.top_countries")
assert "US" in {country for country, *_ in estimates}, estimates

built("build", "--full-refresh")
assert reports() == first, "a full refresh has drawn again"
assert drawn() == keyed, "a full refresh has drawn keyed reports that differ"
assert rows("SELECT * FROM ldp.top_countries") == estimates

# A first build without rows leaves nobody out of the next ones.
question = (PROJECT / "models/subscribed_reports.sql").read_text()
nobody = copy("nobody", models__subscribed_reports_sql=question + "where false\n")
built("run", "--full-refresh", "--select", "subscribed_reports", project=nobody)
assert drawn() == [], drawn()
built("run", "--select", "subscribed_reports")
assert drawn() == keyed, "a build after one without rows has not asked everybody"

# Four people more: of a new day, of the first and the last day that are built again, and of the day before these.
late = copy("late", seeds__events_csv=(PROJECT / SEED).read_text() + LATE)
built("build", project=late)
assert people() == [(604, 604)], people()
kept = reports()
assert all(kept.get(file) == digest for file, digest in first.items()), "old reports have changed"
more = Counter({(day, report): count for day, report, count in drawn()})
more.subtract({(day, report): count for day, report, count in keyed})
assert min(more.values()) == 0, f"earlier reports have changed: {more}"
asked = sorted(str(day) for day, _ in more.elements())
assert asked == ["2025-12-31", "2026-01-03", "2026-01-04"], asked

built("test")
built("docs", "generate")
nodes = json.loads((LOCAL / "target/catalog.json").read_text())["nodes"]
assert "standard_error" in nodes["model.ldp_sample.countries"]["columns"], nodes.keys()
assert dbt("ls", "--resource-type", "exposure").result, "no exposure"

# What draws without an id is refused, and named: by the engine, and by the macro.
draw = "select user_id, ldp_randomize(subscribed, 'rr(epsilon=1.0)') as report from {{ ref('events') }}"
for how in ("table", "incremental", "view"):
    config = "{{ config(materialized='" + how + "') }}\n"
    said = failures(copy(how, models__drawn_sql=config + draw))
    assert set(said) == {"drawn"} and "ask everybody again" in said["drawn"], said
    assert how == "view" or "drawn, which" in said["drawn"], said
careless = "select {{ ldp_randomize('subscribed', 'rr(epsilon=1.0)') }} as report from {{ ref('events') }}"
try:
    said = str(dbt("build", "--select", "drawn", project=copy("careless", models__drawn_sql=careless)).result)
except Exception as refusal:
    said = str(refusal)
assert "needs the column that tells people apart" in said, said

assert git() == seen, "files that git sees: " + git()
print(f"dbt {version('dbt-core')}, dbt-spark {version('dbt-spark')}, PySpark {version('pyspark')}: nobody was asked twice")
