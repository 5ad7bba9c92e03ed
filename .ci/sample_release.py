"""What `mvn -Prelease package` makes has one version, and its wheel and its jar run the first notebook away from the clone."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path.cwd()
RUN = Path(sys.argv[1])
shutil.rmtree(RUN, ignore_errors=True)
RUN.mkdir(parents=True)

(wheel,) = HERE.glob("jobs/lab/target/spark_ldp-*.whl")
version = wheel.name.split("-")[1]
jars = [jar.name for jar in HERE.glob("**/target/**/ldp-*.jar")]
modules = {jar.split(f"-{version}")[0] for jar in jars}
for module in modules:
    for kind in ("", "-sources"):
        assert f"{module}-{version}{kind}.jar" in jars, f"{module} has no{kind} jar of {version}: {sorted(jars)}"
documented = sorted(module for module in modules if f"{module}-{version}-javadoc.jar" in jars)
assert len(documented) >= 3, documented  # the protocols, the functions, the engine
assert list(HERE.glob(f"jobs/lab/target/spark-ldp-{version}*.tar.gz.sha256")), "archives to unpack"

for file in (wheel, os.environ["LDP_JAR"], HERE / "jobs/notebooks/first-chart.ipynb"):
    shutil.copy(file, RUN)
os.chdir(RUN)
subprocess.run([sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--force-reinstall", wheel.name], check=True)
os.environ["LDP_JAR"] = str(RUN / Path(os.environ["LDP_JAR"]).name)
convert = ["nbconvert", "--to", "notebook", "--execute", "--output", "done.ipynb", "first-chart.ipynb"]
subprocess.run([sys.executable, "-m", *convert], check=True)
assert "image/png" in Path("done.ipynb").read_text(), "no chart was drawn"
print(f"{version}: {len(modules)} jars with sources, javadoc of {', '.join(documented)}, the wheel ran first-chart.ipynb")
