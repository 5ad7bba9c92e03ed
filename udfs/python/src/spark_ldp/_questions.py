"""The expressions and statements of this package as trees, without PySpark."""

from __future__ import annotations

from typing import Any, Optional, Sequence

from . import _tree as tree
from ._check import number, refusal
from ._spec import Spec

COLUMNS = ("item", "estimate", "standard_error", "lower", "upper")


def report(
    value: tree.Node, spec: Spec, id: Optional[tree.Node], attribute: Optional[str]
) -> tree.Node:
    """One report of a value."""
    spec = spec.complete()
    item = spec.items.number(value) if spec.items else value
    text = tree.Literal(str(spec))
    if id is None:
        if attribute is not None:
            raise refusal("attribute goes with id", attribute, "give id, or leave attribute out")
        return tree.call("ldp_randomize", item, text)
    label = attribute or label_of(value, spec)
    return tree.call("ldp_randomize", item, text, id, tree.Literal(label))


def label_of(value: tree.Node, spec: Spec) -> str:
    """The name of the question: the column's, and what tells these items from others."""
    name = tree.bare(value)
    if name is None:
        raise refusal(
            "a keyed report of an expression must say what it asks",
            "no attribute",
            'add attribute="...", another one for each question',
        )
    return f"{name} {spec.items.digest()}" if spec.items else name


def accumulator(report: tree.Node, spec: Spec) -> tree.Node:
    """The aggregate of reports."""
    return tree.call("ldp_accumulate", report, tree.Literal(str(spec.complete())))


def merged(accumulator: tree.Node) -> tree.Node:
    """The aggregate of accumulators."""
    return tree.call("ldp_merge", accumulator)


def estimates(accumulator: tree.Node, confidence: float) -> tree.Node:
    """The estimates of an accumulator."""
    number("confidence", confidence, 0, 1)
    if confidence in (0, 1):
        raise refusal("confidence must be between 0 and 1", confidence)
    if confidence == 0.95:
        return tree.call("ldp_estimate", accumulator)
    return tree.call("ldp_estimate", accumulator, tree.Literal(float(confidence)))


def item(spec: Optional[Spec]) -> tree.Node:
    """The item's own name."""
    return spec.items.named(tree.Name("item")) if spec and spec.items else tree.Name("item")


def statement(
    table: str, aggregate: tree.Node, spec: Optional[Spec], group_by: Sequence[str]
) -> str:
    """The statement that estimates, as text."""
    groups = [tree.name(each) for each in group_by]
    own = item(spec)
    grouped = f"\n    GROUP BY {', '.join(groups)}" if groups else ""
    named = "item" if own == tree.Name("item") else f"{tree.sql(own)} AS item"
    return (
        f"SELECT {', '.join(groups + [named] + list(COLUMNS[1:]))}\n"
        f"FROM (\n"
        f"  SELECT {', '.join(groups + ['inline(estimates)'])}\n"
        f"  FROM (\n"
        f"    SELECT {', '.join(groups + [tree.sql(aggregate) + ' AS estimates'])}\n"
        f"    FROM {tree.name(table)}{grouped}))"
    )


def node(value: Any) -> tree.Node:
    """A column by its name, or as it is."""
    if isinstance(value, tree.Node):
        return value
    if isinstance(value, str):
        if not value:
            raise refusal("a column must have a name", "an empty text")
        return tree.Name(value)
    return tree.Given(value)
