"""The page's examples, executed in their order; what they print is what the page says.

Blocks of `python` are executed. Those of `py` start a session, which a test has already, and run a
plan, which test_pure.py does.
"""

import contextlib
import io
import os
import re
import tempfile
import unittest
from pathlib import Path

import spark_ldp as ldp
from test_spark import session

PAGE = Path(__file__).parents[2] / "docs/python.md"
EXAMPLE = re.compile(r"(?ms)^```python\n(.*?)^```\n(?:\n```\n(.*?)^```$)?")


class PageTest(unittest.TestCase):
    def test_every_example_prints_what_the_page_says(self) -> None:
        try:
            import matplotlib
        except ImportError:
            self.skipTest("matplotlib is not installed")
        matplotlib.use("Agg")
        before = os.getcwd()
        os.chdir(tempfile.mkdtemp())  # before the session starts, whose folder this is to be
        try:
            names = {"spark": session()}
            printed = EXAMPLE.sub(lambda found: executed(found, names), PAGE.read_text("utf-8"))
        finally:
            os.chdir(before)
        if os.environ.get("LDP_GOLDEN_WRITE") == "1":
            PAGE.write_text(printed, "utf-8")
        self.assertEqual(PAGE.read_text("utf-8"), printed, "LDP_GOLDEN_WRITE=1 writes it")

    def test_what_is_not_executed_uses_what_the_package_has(self) -> None:
        shown = re.findall(r"(?ms)^```py\n(.*?)^```$", PAGE.read_text("utf-8"))
        self.assertEqual(2, len(shown))
        for block in shown:
            compile(block, "the page", "exec")
            for name in re.findall(r"(?<![\w-])ldp\.(\w+)", block):
                self.assertIn(name, ldp.__all__)


def executed(found: "re.Match[str]", names: dict) -> str:
    """The example with what it prints now."""
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        exec(compile(found.group(1), "the page", "exec"), names)
    text = "\n".join(line.rstrip() for line in output.getvalue().strip().splitlines())
    block = f"\n```\n{text}\n```" if text else ""
    return f"```python\n{found.group(1)}```\n{block}"


if __name__ == "__main__":
    unittest.main()
