"""Plans of jobs, which Python writes as the jobs read them."""

from __future__ import annotations

import json
import os
import re
from datetime import date
from pathlib import Path
from types import MappingProxyType
from typing import Any, Dict, Iterator, Mapping, Set, Type, Union

from ._check import is_number, names, one_of, ordered, plain, refusal
from ._items import OUTSIDE, Items
from ._run import HAS_SCHEME, Asked
from ._show import table
from ._spec import DECLARED, Spec, declared, parsed, spec

_WORD = re.compile(r"[a-z][a-z0-9_-]*")
_NOT_WORDS = {"true", "false", "null", "include", "yes", "no", "on", "off"}

# The protocol of a task where none is named and none has the task's own name.
_USUAL = {"histogram": "pgr", "quantile": "median", "query": "sq", "workload": "factorization"}
_USUAL.update({"gaussian-mean": "gaussian", "items": "privset", "table": "tables"})

# What a plan fills in by itself, of its columns, domain or people.
_FILLED = {"attributes", "domain", "k", "p", "queries", "users", "workload"}

# As plan files have them, then the keys of tasks.
_FIRST = ("task", "name", "column", "columns", "label", "attributes", "id", "protocol", "domain", "strata")


def _constructor(task: str, says: str) -> "classmethod[Plan, ..., Plan]":
    def plan(cls: "Type[Plan]", name: str, **keys: Any) -> "Plan":
        return cls(task, name, **keys)

    plan.__doc__ = says
    return classmethod(plan)


class Plan(Asked, Mapping[str, Any]):
    """A question to people, as the jobs read it: immutable, checked, and free of secrets.

    `str(plan)` is the text of a plan file; `plan.write(path)` writes it. There is a constructor for each task, such as
    `Plan.histogram`. All take the keys of plan files as arguments, and in place of `protocol=ldp.spec(...)` its
    parameters, such as `epsilon`, with the protocol's name where it is not the usual one (`protocol="oue"`).
    `randomness` is "keyed" unless it is given, and `outside` is "category", or "fail" of numbers. `plan.run(people,
    output=...)` asks the people of a DataFrame; `Plan.read(path)` is a plan file that does the same.

    >>> print(Plan.histogram("by-country", column="country", id="user_id", epsilon=1, domain=["US", "IN"]))
    task = histogram
    name = by-country
    column = country
    id = user_id
    protocol = "pgr(epsilon=1.0)"
    domain { type = list, items = ["US", "IN"] }
    outside = category
    randomness = keyed
    <BLANKLINE>
    """

    def __init__(self, task: str, name: str, **keys: Any) -> None:
        one_of("task", task, DECLARED["tasks"])
        given = {"task": task, "name": name, **{k: v for k, v in keys.items() if v is not None}}
        given["protocol"] = _protocol(task, given)
        known = _known(task)
        for key in given:
            if key not in known:
                takes = sorted(known - {"task"} | set(declared(parsed(given["protocol"]).protocol)))
                raise refusal(f"a plan of task {task} has the keys {', '.join(takes)}", key, "leave it out")
        has_items = "domain" in given or "attributes" in given
        given.setdefault("outside", "category" if has_items else "fail")
        given.setdefault("randomness", "keyed")
        _check(task, given)
        for key in ("public", "postprocess", "columns", "numbers"):
            if key in given:
                given[key] = list(names(key, given[key]))
        order = [k for k in _FIRST if k in given] + [k for k in given if k not in _FIRST]
        self._keys: Mapping[str, Any] = MappingProxyType({k: _frozen(k, given[k]) for k in order})

    def __getitem__(self, key: str) -> Any:
        return self._keys[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._keys)

    def __len__(self) -> int:
        return len(self._keys)

    def __hash__(self) -> int:
        return hash(str(self))

    def __repr__(self) -> str:
        return f"Plan({self['task']!r}, {self['name']!r})"

    def __str__(self) -> str:
        return "".join(_entry(key, value) + "\n" for key, value in self._keys.items())

    def _repr_html_(self) -> str:
        return table(("key", "value"), [(k, _written(v, word=True)) for k, v in self._keys.items()])

    def replace(self, **keys: Any) -> "Plan":
        """The same plan with other values of some keys or parameters; `None` takes one away."""
        before, protocol = parsed(self["protocol"]), keys.get("protocol")
        name: Any = protocol or before.protocol
        if isinstance(name, str) and "(" not in name:
            found = _parameters(self["task"], name, keys)
            if found or protocol:
                kept = {k: v for k, v in before.parameters if k in declared(name) or not protocol}
                kept = {k: v for k, v in {**kept, **found}.items() if v is not None}
                keys = {**keys, "protocol": spec(name, **kept)}
        return Plan(**{**self, **keys})

    @staticmethod
    def read(path: Union[str, "os.PathLike[str]"]) -> "PlanFile":
        """A plan's file: of this machine, or by its scheme (`s3a://...`) of the session's."""
        return PlanFile(os.fspath(path))

    def write(self, path: Union[str, "os.PathLike[str]"]) -> str:
        """Writes the plan as a new file, so none that people have answered is lost; its path."""
        with open(path, "x", encoding="utf-8") as file:
            file.write(str(self))
        return os.fspath(path)

    histogram = _constructor("histogram", "Counts how many people hold each item of `domain` (or of `attributes`).")
    workload = _constructor("workload", 'Many linear queries from one report, such as `workload="prefix"`.')
    mean = _constructor("mean", "The mean of the numbers of a `column`, or of vectors in `columns`.")
    mean_by = _constructor("mean-by", "Counts, sums and means of a private number (`value`) by a private `column`.")
    several = _constructor("items", "Counts items, of which a person may hold up to `m`: a `column` of arrays.")
    gaussian_mean = _constructor("gaussian-mean", "The mean of normal numbers, for each level of `strata` if given.")
    quantile = _constructor("quantile", "A median or another quantile, in rounds.")
    quantiles = _constructor("quantiles", "Many quantiles of the numbers of a `column` from one report a person.")
    words = _constructor("words", "Words that many people hold, without a list of words, in rounds.")
    density = _constructor("density", "The density of the numbers of a `column`.")
    query = _constructor("query", "Means of functions of a person; each person answers one of the `queries`.")
    table = _constructor("table", "Many columns (`attributes`) of the same people, of which anything may be asked.")
    regression = _constructor("regression", "A regression of `label` on `columns`.")


class PlanFile(Asked):
    """A plan in a file: what was written by hand, by `ldp init` or by `plan.write`."""

    def __init__(self, path: str) -> None:
        self._path = path if HAS_SCHEME.match(path) else os.path.abspath(path)

    def __repr__(self) -> str:
        return f"Plan.read({self._path!r})"

    def __str__(self) -> str:
        try:
            return Path(self._path).read_text("utf-8")
        except OSError:
            raise refusal("a plan's file must be there and readable", self._path) from None


def _known(task: str) -> Set[str]:
    return {"task", *DECLARED["plan"], *DECLARED["tasks"][task]["keys"]}


def _parameters(task: str, protocol: str, keys: Dict[str, Any]) -> Dict[str, Any]:
    """The protocol's parameters among the keys, which they leave; a plan's own keys stay."""
    known = declared(protocol)
    own = _known(task)
    if "outside" in known and keys.get("outside") not in (None, *OUTSIDE):
        own = own - {"outside"}  # such as clip
    return {key: keys.pop(key) for key in list(keys) if key in known and key not in own}


def _protocol(task: str, keys: Dict[str, Any]) -> str:
    """The protocol's text, of a spec or of the parameters among the keys."""
    given = keys.pop("protocol", None)
    if isinstance(given, Spec) and given.items:
        raise refusal("in a plan the items stand in domain", "a spec with items", "use domain=[...]")
    if isinstance(given, Spec) or (isinstance(given, str) and "(" in given):
        own = given if isinstance(given, Spec) else parsed(given)
        twice = _parameters(task, own.protocol, keys)
        if twice:
            raise refusal("a protocol has its parameters already", ", ".join(twice), "leave out one")
        return str(given)
    usual = _USUAL.get(task, task if task in DECLARED["protocols"] else None)
    usual = "quantile" if task == "quantile" and "p" in keys else usual
    name = usual if given is None else given
    if not isinstance(name, str) or not name:
        raise refusal(f"a plan of task {task} needs a protocol", given, "add protocol=ldp.spec(...), or its name")
    asked = spec(name, **_parameters(task, name, keys))
    given_names = dict(asked.parameters)
    for each in declared(name).values():
        # A quantile's p is what is asked; a regression's is filled in.
        is_asked = each["name"] not in _FILLED or (name, each["name"]) == ("quantile", "p")
        if each["required"] and is_asked and each["name"] not in given_names:
            raise refusal(f"{name} needs {each['name']}", "a plan without it", f"add {each['name']}=...")
    return str(asked)


def _check(task: str, given: Dict[str, Any]) -> None:
    for key in ("name", "id"):
        if not isinstance(given.get(key), str) or not given[key].strip():
            raise refusal(f"a plan needs {key}, a text", given.get(key), f"add {key}=...")
    one_of("outside", given["outside"], OUTSIDE)
    if given["outside"] == "drop" and not given.get("outside_reason"):
        raise refusal('outside="drop" needs a reason, as dropped people are visible', None, "add outside_reason=...")
    one_of("randomness", given["randomness"], ("keyed", "write-once"))
    for step in names("postprocess", given.get("postprocess")):
        one_of(f"postprocess of task {task}", step, DECLARED["tasks"][task]["steps"] or ["(none)"])
    period = given.get("period")
    if period is not None and period not in names("public", given.get("public")):
        raise refusal("period must be a public column", period, f'add public=["{period}"]')


def _frozen(name: str, value: Any) -> Any:
    value = plain(value)
    if name == "domain" and not isinstance(value, Mapping):
        value = Items.of(value, "fail").domain()
    if isinstance(value, Spec):
        return str(value)
    if isinstance(value, Mapping):
        return MappingProxyType({key: _frozen(key, each) for key, each in value.items()})
    if isinstance(value, (str, bool)) or is_number(value):
        return value
    if isinstance(value, date):
        return value.isoformat()
    if hasattr(value, "__iter__"):
        return tuple(_frozen(name, each) for each in ordered(name, value))
    raise refusal("a plan holds texts, numbers, lists and dicts", type(value).__name__)


def _entry(key: str, value: Any) -> str:
    if isinstance(value, Mapping):
        return f"{key} {_written(value)}"
    if isinstance(value, tuple) and value and all(isinstance(each, Mapping) for each in value):
        lines = "".join(f"  {_written(each)}\n" for each in value)
        return f"{key} = [\n{lines}]"
    return f"{key} = {_written(value, word=True)}"


def _written(value: Any, word: bool = False) -> str:
    if isinstance(value, str) and word and _WORD.fullmatch(value) and value not in _NOT_WORDS:
        return value
    if isinstance(value, (str, bool)):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
    if isinstance(value, Mapping):
        return "{ " + ", ".join(_entry(k, v) for k, v in value.items()) + " }"
    if isinstance(value, tuple):
        return "[" + ", ".join(_written(each) for each in value) + "]"
    return str(value)
