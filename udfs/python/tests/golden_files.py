"""Golden files: compared, or written with LDP_GOLDEN_WRITE=1."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Iterable, List, Sequence
from unittest import TestCase

FOLDER = Path(__file__).parent / "golden"


def check(test: TestCase, name: str, text: str) -> None:
    """Compares text with a golden file."""
    file = FOLDER / name
    if os.environ.get("LDP_GOLDEN_WRITE") == "1":
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    test.assertEqual(file.read_text("utf-8"), text, f"{name} (LDP_GOLDEN_WRITE=1 writes it)")


def lines(rows: Iterable[Sequence[Any]]) -> List[str]:
    """Rows as the golden results have them: sorted lines, six decimals."""
    return sorted("\t".join(cell(each) for each in row) for row in rows)


def cell(value: Any) -> str:
    """One value, as Java prints it too."""
    return "NULL" if value is None else f"{value:.6f}" if isinstance(value, float) else str(value)


def names(ending: str) -> List[str]:
    """Golden files of a kind."""
    return sorted(file.name for file in FOLDER.rglob("*" + ending))
