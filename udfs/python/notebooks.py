"""Executes notebooks of jobs/notebooks by nbclient: notebooks.py [--write] NAME...

A notebook is kept as it was executed: `--write` keeps this run, and its first picture of the text.
Without it, every cell must run, print to standard output alone, and draw as many pictures as are kept.
"""

from __future__ import annotations

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
    for cell in notebook.cells:
        cell.get("metadata", {}).pop("execution", None)
        for output in cell.get("outputs", []):
            assert output.get("name") != "stderr", (path.name, output["text"])
    shapes = [[len(each) for each in pictures(one)] for one in (kept, notebook)]
    assert write or shapes[0] == shapes[1], f"{path.name} draws other pictures than it keeps"
    opening = notebook.cells[0]["attachments"]["result.png"]
    old, flat = opening["image/png"].strip(), [each for cell in pictures(kept) for each in cell]
    assert old in [each.strip() for each in flat], f"{path.name} opens with a picture that it does not draw"
    if write:
        place = [each.strip() for each in flat].index(old)
        opening["image/png"] = [each for cell in pictures(notebook) for each in cell][place].strip()
        nbformat.write(notebook, path)
    print(f"python: executed {path.name}, {len(notebook.cells)} cells, {sum(shapes[1])} pictures")


if __name__ == "__main__":
    names = [each for each in sys.argv[1:] if each != "--write"]
    for name in names:
        execute(FOLDER / f"{name}.ipynb", "--write" in sys.argv)
