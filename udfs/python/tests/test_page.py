"""The page's examples, executed in their order; what they print is what the page says.

Blocks of `python` are executed. Those of `py` start a session, which a test has already, or run a
plan or a stream, which test_session.py does.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
from pathlib import Path
from typing import Any, Dict

import pytest

import spark_ldp as ldp

PAGE = Path(__file__).parents[2] / "docs/python.md"
EXAMPLE = re.compile(r"(?ms)^```python\n(.*?)^```\n(?:\n```\n(.*?)^```$)?")


def test_every_example_prints_what_the_page_says(spark: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names = {"spark": spark, "FOLDER": str(tmp_path)}
    page = PAGE.read_text("utf-8")
    printed = EXAMPLE.sub(lambda found: executed(found, names), page)
    if os.environ.get("LDP_GOLDEN_WRITE") == "1":
        PAGE.write_text(printed, "utf-8")
    assert page == printed, "LDP_GOLDEN_WRITE=1 writes it"


def test_what_is_not_executed_uses_what_the_package_has() -> None:
    shown = re.findall(r"(?ms)^```py\n(.*?)^```$", PAGE.read_text("utf-8"))
    assert len(shown) == 5
    for block in shown:
        compile(block, "the page", "exec")
        for name in re.findall(r"(?<![\w-])ldp\.(\w+)", block):
            assert name in ldp.__all__


def executed(found: "re.Match[str]", names: Dict[str, Any]) -> str:
    """The example with what it prints now."""
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        exec(compile(found.group(1), "the page", "exec"), names)
    text = "\n".join(line.rstrip() for line in output.getvalue().strip().splitlines())
    block = f"\n```\n{text}\n```" if text else ""
    return f"```python\n{found.group(1)}```\n{block}"
