"""A protocol with its parameters: `grr(epsilon=1.0,k=3)`, and the items that it counts."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from importlib import resources
from typing import Any, Dict, List, Optional, Tuple, Union

from ._check import is_number, is_whole, number, plain, refusal
from ._items import Items
from ._show import table

_NAME = re.compile(r"[a-z][a-z0-9-]*")
_BARE = re.compile(r"[A-Za-z0-9_.+-]+")
_TEXT = re.compile(r"\s*([a-z][a-z0-9-]*)\s*\((.*)\)\s*", re.S)
_ARGUMENT = re.compile(r"\s*([A-Za-z_]+)\s*=\s*('(?:[^']|'')*'|[^,']*?)\s*(?:,|$)", re.S)


DECLARED: Dict[str, Any] = json.loads(resources.files(__package__).joinpath("declarations.json").read_text("utf-8"))

# What a parameter of a kind must be, and what makes it that.
_KINDS = {"a number": (is_number, float, "a finite number"), "a whole number": (is_whole, int, "a whole number")}


def declared(protocol: str) -> Dict[str, Any]:
    """What is known of the parameters of a protocol, by their names; nothing of one's own."""
    return {each["name"]: each for each in DECLARED["protocols"].get(protocol, [])}


@dataclass(frozen=True)
class Spec:
    """A protocol with its parameters, and the items that it counts. Make it with `spec`.

    `str(spec)` is the text that the SQL functions and plans take.
    """

    protocol: str
    parameters: Tuple[Tuple[str, Any], ...]
    items: Optional[Items] = None

    def __str__(self) -> str:
        arguments = ",".join(f"{name}={_written(value)}" for name, value in self.parameters)
        return f"{self.protocol}({arguments})"

    def _repr_html_(self) -> str:
        rows = [("protocol", self.protocol), *self.parameters]
        html = table(("parameter", "value"), rows)
        return html + table(("report", "item"), list(enumerate(self.names()))) if self.items else html

    def names(self) -> List[str]:
        """The items' names in their order, such as `["a", "b", "(other)"]`; empty if there are none."""
        return self.items.names() if self.items else []

    def complete(self) -> "Spec":
        """This spec, if no parameter is missing that a query needs."""
        given = dict(self.parameters)
        missing = [name for name, each in declared(self.protocol).items() if each["required"] and name not in given]
        if missing:
            remedy = "give items=[...], or k" if missing == ["k"] else f"add {missing[0]}=..."
            raise refusal(f"{self.protocol} needs {', '.join(missing)}", str(self), remedy)
        return self


def parsed(text: str) -> Spec:
    """The spec of a text, such as a plan has it.

    >>> str(parsed("strategy(file='a b''c')"))
    "strategy(file='a b''c')"
    """
    found = _TEXT.fullmatch(text)
    arguments = _ARGUMENT.findall(found.group(2)) if found and found.group(2).strip() else []
    if found is None:
        raise refusal("a protocol must be ldp.spec(...), or a text such as grr(epsilon=1.0)", text)
    kinds = {name: each["kind"] for name, each in declared(found.group(1)).items()}
    return Spec(found.group(1), tuple((name, _read(value, kinds.get(name))) for name, value in arguments))


def _read(text: str, kind: Optional[str]) -> Any:
    if text.startswith("'"):
        return text[1:-1].replace("''", "'")
    try:
        return _KINDS[kind][1](text) if kind in _KINDS else text
    except ValueError:
        return text


def _written(value: Any) -> str:
    if isinstance(value, float):
        return repr(value)
    text = str(value)
    return text if _BARE.fullmatch(text) else "'" + text.replace("'", "''") + "'"


def spec(protocol: str, *, items: Any = None, outside: Optional[str] = None, **parameters: Any) -> Spec:
    """A protocol with its parameters.

    With `items`, the number of items `k` is filled in, and `outside` says what becomes of a value that is none of them,
    or missing: `"category"` (the default) counts it as one more item, "(other)"; `"drop"` makes no report, which shows;
    `"fail"` fails the query, without the value.

    >>> str(spec("grr", epsilon=1, items=["DE", "FR"]))
    'grr(epsilon=1.0,k=3)'
    >>> str(spec("mean", epsilon=1, lower=0, upper=100, outside="clip"))
    'mean(epsilon=1.0,lower=0.0,upper=100.0,outside=clip)'
    """
    if not isinstance(protocol, str) or not _NAME.fullmatch(protocol):
        raise refusal("a protocol must be a name such as grr", protocol, "give parameters as arguments")
    known = declared(protocol)
    if items is None and outside is not None:
        parameters["outside"] = outside
    counted = None if items is None else Items.of(items, outside or "category")
    if counted and protocol == "rr":
        if len(counted) != 2:
            remedy = 'use grr, or name two items with outside="drop" or outside="fail"'
            raise refusal("rr counts two items", len(counted), remedy)
    elif counted and known and "k" not in known:
        raise refusal("items go with protocols that count items", protocol, "leave items out")
    elif counted and parameters.setdefault("k", len(counted)) != len(counted):
        found = f"k={parameters['k']} and {len(counted)} items"
        raise refusal("k must be the number of items", found, "leave k out")
    for name in parameters:
        if known and name not in known:
            raise refusal(f"{protocol} has the parameters {', '.join(known)}", name, "leave it out")
    order = [name for name in {**known, **parameters} if name in parameters]
    values = tuple((name, _value(name, parameters[name], known.get(name))) for name in order)
    return Spec(protocol, values, counted)


def _value(name: str, value: Any, known: Optional[Dict[str, Any]]) -> Any:
    kind = known["kind"] if known else None
    value = plain(value)
    if name == "epsilon":
        return number("epsilon", value, 1e-6, 20)
    if kind in _KINDS:
        fits, made, what = _KINDS[kind]
        if not fits(value):
            raise refusal(f"{name} must be {what}", value)
        return made(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str) or is_number(value):
        return value
    raise refusal(f"{name} must be a number or a text", type(value).__name__)


def as_spec(protocol: Union[str, Spec], arguments: Dict[str, Any]) -> Spec:
    """A spec as it is, or from a protocol's name and its parameters."""
    given = {name: value for name, value in arguments.items() if value is not None}
    if isinstance(protocol, Spec):
        if given:
            raise refusal("a spec has its parameters already", ", ".join(given), "leave these arguments out")
        return protocol
    return spec(protocol, **given)
