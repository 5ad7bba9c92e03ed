"""Executes notebooks of jobs/notebooks by nbclient: notebooks.py [--write] NAME...

A notebook is kept as it was executed: `--write` keeps this run. It still opens with the picture that it opened with, or
with its first.
Without it, every cell must run, print to standard output alone, and draw as many pictures as are kept. The first one
starts Spark, whose own messages are left out.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import Any, List

import nbformat
from nbclient import NotebookClient

FOLDER = Path(__file__).parents[2] / "jobs/notebooks"


def pictures(notebook: Any) -> List[List[str]]:
    """The pictures of each cell."""
    return [
        [each["data"]["image/png"] for each in cell.get("outputs", []) if "image/png" in each.get("data", {})]
        for cell in notebook.cells
    ]


def execute(path: Path, write: bool) -> None:
    kept, notebook = (nbformat.read(path, as_version=4) for _ in range(2))
    with tempfile.TemporaryDirectory() as folder:
        client = NotebookClient(notebook, timeout=300, kernel_name="python3")
        client.execute(cwd=folder)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    code[0]["outputs"] = []  # there a session starts, whose JVM says what it likes
    for cell in code:
        cell["metadata"].pop("execution", None)
        for output in cell["outputs"]:
            assert output.get("name") != "stderr", (path.name, output["text"])
    shapes = [[len(each) for each in pictures(one)] for one in (kept, notebook)]
    assert write or shapes[0] == shapes[1], f"{path.name} draws other pictures than it keeps"
    opening = notebook.cells[0]["attachments"]["result.png"]
    drawn = [[each.strip() for cell in pictures(one) for each in cell] for one in (kept, notebook)]
    old = opening["image/png"].strip()
    assert write or old in drawn[0], f"{path.name} opens with a picture that it does not draw"
    if write:
        opening["image/png"] = drawn[1][drawn[0].index(old) if old in drawn[0] else 0]
        nbformat.write(notebook, path)
    print(f"python: executed {path.name}, {len(notebook.cells)} cells, {sum(shapes[1])} pictures")


if __name__ == "__main__":
    # Spark's progress and its own warnings, which go to standard error, differ from machine to machine.
    quiet = "--conf spark.ui.showConsoleProgress=false --conf spark.log.level=ERROR"
    os.environ["PYSPARK_SUBMIT_ARGS"] = f"{quiet} pyspark-shell"
    names = [each for each in sys.argv[1:] if each != "--write"]
    for name in names:
        execute(FOLDER / f"{name}.ipynb", "--write" in sys.argv)
