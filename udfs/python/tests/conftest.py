"""One session for all tests: classic, or over Connect where LDP_REMOTE names a server.

The key is the tests' own, so reports are the same in each run. A server has it too (.ci/python).
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Dict

import pytest

import spark_ldp as ldp

#: The release key of all tests.
KEY = "000102030405060708090a0b0c0d0e0f" * 2

REMOTE = os.environ.get("LDP_REMOTE", "")

os.environ["MPLBACKEND"] = "Agg"


def settings(folder: Path) -> Dict[str, str]:
    """Of a session that runs whatever address the host's name has."""
    key = folder / "release.key"
    key.touch(0o600)
    key.write_text(KEY + "\n")
    return {
        **ldp.session_config(key_file=key),
        "spark.master": "local[1]",
        "spark.driver.memory": "1g",
        "spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
        "spark.ui.enabled": "false",
        "spark.sql.shuffle.partitions": "1",
        "spark.sql.warehouse.dir": str(folder / "warehouse"),
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
    }


@pytest.fixture(scope="session")
def spark(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The session. Where there is no PySpark, this is an error and no skip."""
    from pyspark.sql import SparkSession

    if REMOTE:
        session = SparkSession.builder.remote(REMOTE).getOrCreate()
        session.conf.set("spark.sql.shuffle.partitions", "1")
        return session
    config = settings(tmp_path_factory.mktemp("session"))
    session = SparkSession.builder.config(map=config).getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    return session


@pytest.fixture
def output(tmp_path: Path) -> str:
    """A folder that is not there yet."""
    return str(tmp_path / "out")
