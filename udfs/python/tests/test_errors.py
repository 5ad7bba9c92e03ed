"""Python sees of a refusal in SQL what Java sees, on a classic session and over Connect."""

from __future__ import annotations

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
    with pytest.raises(getattr(errors, kind)) as caught:
        spark.sql(statement.rstrip(";")).collect()
    refusal: Any = caught.value
    if spark.version < "4":  # 3.5 shows no SQLSTATE
        assert sentence[: sentence.index(" SQLSTATE")] in str(refusal)
        return
    assert sentence in str(refusal)
    assert f"[{refusal.getCondition()}]" in sentence and sentence.endswith(refusal.getSqlState())
    seen = sorted(refusal.getMessageParameters().items())
    assert [f"  {name} = {value}" for name, value in seen] == parameters


def test_the_examples_are_of_many_conditions() -> None:
    assert len(EXAMPLES) > 15 and len({each.split("[")[1].split("]")[0] for each in EXAMPLES}) > 6
