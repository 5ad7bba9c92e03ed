"""Expressions before they are columns or SQL text.

Each expression of this package is such a tree. One function turns it into text, another one
(`_columns.column`) into a PySpark column. So the text that the tests run is what a DataFrame gets.
No PySpark is needed here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Optional, Sequence, Tuple

_PLAIN = re.compile(r"[^'\\$\x00-\x1f\x7f]*")
_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


class Node:
    """An expression."""


@dataclass(frozen=True)
class Literal(Node):
    """A constant: text, whole number, real number or truth value."""

    value: Any


@dataclass(frozen=True)
class Name(Node):
    """A column by its name; dots lead into structs, as in PySpark."""

    name: str


@dataclass(frozen=True)
class Given(Node):
    """A PySpark column that the caller brought. It has no text."""

    column: Any


@dataclass(frozen=True)
class Call(Node):
    """A function of SQL."""

    function: str
    arguments: Tuple[Node, ...]


@dataclass(frozen=True)
class TryCast(Node):
    """A cast that gives NULL where a plain one would fail and show the value."""

    value: Node
    type: str


@dataclass(frozen=True)
class Infix(Node):
    """A comparison, or AND."""

    operator: str
    left: Node
    right: Node


@dataclass(frozen=True)
class Case(Node):
    """The value of the first condition that holds, else NULL."""

    branches: Tuple[Tuple[Node, Node], ...]


def call(function: str, *arguments: Node) -> Call:
    """A call of a function of SQL."""
    return Call(function, tuple(arguments))


def mapping(pairs: Sequence[Tuple[Any, Any]]) -> Call:
    """A constant map."""
    return Call("map", tuple(Literal(each) for pair in pairs for each in pair))


def literal(value: Any) -> str:
    """A constant as SQL text.

    Text with quotes, backslashes, dollars or control characters is written in hexadecimal, because
    settings of the session change what these mean.

    >>> literal("it's")
    "CAST(X'69742773' AS STRING)"
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return repr(value) + "D"
    if _PLAIN.fullmatch(value):
        return f"'{value}'"
    return f"CAST(X'{value.encode('utf-8').hex().upper()}' AS STRING)"


def name(text: str) -> str:
    """A column's name as SQL text."""
    if "`" in text:
        return text
    return ".".join(part if _WORD.fullmatch(part) else f"`{part}`" for part in text.split("."))


def sql(node: Node) -> str:
    """The expression as SQL text."""
    if isinstance(node, Literal):
        return literal(node.value)
    if isinstance(node, Name):
        return name(node.name)
    if isinstance(node, Call):
        return f"{node.function}({', '.join(sql(each) for each in node.arguments)})"
    if isinstance(node, TryCast):
        return f"try_cast({sql(node.value)} AS {node.type})"
    if isinstance(node, Infix):
        return f"({sql(node.left)} {node.operator} {sql(node.right)})"
    if isinstance(node, Case):
        branches = "".join(f" WHEN {sql(c)} THEN {sql(v)}" for c, v in node.branches)
        return f"CASE{branches} END"
    raise ValueError(
        "a statement's text needs names of columns. Provided: a PySpark column; give its name."
    )


def bare(node: Node) -> Optional[str]:
    """The column's name, as SQL's labels have it, if the expression is a column and no field."""
    if isinstance(node, Name) and "." not in node.name:
        return node.name.strip("`").lower()
    return None
