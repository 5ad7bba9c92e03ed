"""Python sees of a refusal in SQL what Java sees, on a classic session and over Connect."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

ALL = Path(__file__).parents[2] / "sql/src/test/resources/org/sparkldp/sql/errors.txt"

#: Those that need no other start of the session, and no stream.
EXAMPLES = [
    each for each in ALL.read_text("utf-8").strip().split("\n\n") if " stream;" not in each and each[:2] != "--"
]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda each: each.split("\n")[0])
def test_a_refusal_is_the_one_that_java_sees(spark: Any, example: str) -> None:
    from pyspark import errors

    statement, says, *parameters = example.split("\n")
    kind, sentence = says.split(": ", 1)
    is_of_rows = spark.version < "4" and kind == "SparkRuntimeException"  # 3.5 throws that of the failed job
    with pytest.raises(Exception if is_of_rows else getattr(errors, kind)) as caught:
        spark.sql(statement.rstrip(";")).collect()
    refusal: Any = caught.value
    if spark.version < "4":  # 3.5 shows no SQLSTATE, has one sentence in another order, and has no such conditions
        if "[REQUIRED_PARAMETER_NOT_FOUND]" not in sentence and "[FEATURE_NOT_ENABLED]" not in sentence:
            shown = re.sub(r": Parameter (\w+) requires", r": The \1 parameter requires", str(refusal))
            assert sentence[: sentence.index(" SQLSTATE")] in shown
        return
    assert sentence in str(refusal)
    assert f"[{refusal.getCondition()}]" in sentence and sentence.endswith(refusal.getSqlState())
    seen = sorted(refusal.getMessageParameters().items())
    assert [f"  {name} = {value}" for name, value in seen] == parameters


def test_the_examples_are_of_many_conditions() -> None:
    assert len(EXAMPLES) > 15 and len({each.split("[")[1].split("]")[0] for each in EXAMPLES}) > 6
