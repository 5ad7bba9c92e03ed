"""Plans of jobs, which Python writes as the jobs read them."""

from __future__ import annotations

import json
import os
import re
from types import MappingProxyType
from typing import Any, Dict, Iterator, List, Mapping, Union

from ._check import is_number, names, one_of, refusal
from ._items import OUTSIDE, Bins, Items
from ._run import Asked
from ._spec import DECLARED, Spec, spec

_WORD = re.compile(r"[a-z][a-z0-9_-]*")
_NOT_WORDS = {"true", "false", "null", "include", "yes", "no", "on", "off"}

# As plan files have them, then the keys of tasks.
_FIRST = (
    "task",
    "name",
    "column",
    "columns",
    "label",
    "attributes",
    "id",
    "protocol",
    "domain",
    "strata",
)


class Plan(Asked, Mapping[str, Any]):
    """A question to people, as the jobs read it: immutable, checked, and free of secrets.

    `str(plan)` is the text of a plan file; `plan.write(path)` writes it. There is a constructor for
    each task: `Plan.histogram`, `Plan.words`, `Plan.mean`, `Plan.quantile`, `Plan.quantiles`,
    `Plan.query`, `Plan.workload`, `Plan.gaussian_mean`, `Plan.density`, `Plan.regression`. All take the keys of plan files as
    arguments. `randomness` is "keyed" unless it is given, and `outside` is "category", or "fail" of
    numbers; a histogram
    may have `epsilon` in place of a protocol, and then has `pgr`. `plan.run(people, output=...)` asks
    the people of a DataFrame; `Plan.read(path)` is a plan file that can do the same.

    >>> plan = Plan.histogram(
    ...     "users-by-country", column="country", id="user_id",
    ...     protocol=spec("hadamard", epsilon=1), domain=["US", "IN"],
    ...     outside="category", randomness="keyed")
    >>> print(plan)
    task = histogram
    name = users-by-country
    column = country
    id = user_id
    protocol = "hadamard(epsilon=1.0)"
    domain { type = list, items = ["US", "IN"] }
    outside = category
    randomness = keyed
    <BLANKLINE>
    """

    def __init__(self, task: str, name: str, **keys: Any) -> None:
        tasks = DECLARED["tasks"]
        one_of("task", task, tasks)
        known = set(DECLARED["plan"]) | set(tasks[task]["keys"])
        known |= {"epsilon"} if task == "histogram" else set()
        for key in keys:
            if key not in known:
                raise refusal(
                    f"a plan of task {task} has the keys {', '.join(sorted(known))}",
                    key,
                    "leave it out",
                )
        given = {"task": task, "name": name, **{k: v for k, v in keys.items() if v is not None}}
        if task == "histogram" and "epsilon" in given and "protocol" not in given:
            given["protocol"] = spec("pgr", epsilon=given.pop("epsilon"))
        has_items = "domain" in given or "attributes" in given
        given.setdefault("outside", "category" if has_items else "fail")
        given.setdefault("randomness", "keyed")
        _check(task, given)
        if "protocol" in given:
            given["protocol"] = _protocol(given["protocol"])
        if "domain" in given:
            given["domain"] = _domain(given["domain"])
        for key in ("public", "postprocess", "columns"):
            if key in given:
                given[key] = list(names(key, given[key]))
        order = [k for k in _FIRST if k in given] + [k for k in given if k not in _FIRST]
        self._keys: Mapping[str, Any] = MappingProxyType({k: _frozen(given[k]) for k in order})

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

    def replace(self, **keys: Any) -> "Plan":
        """The same plan with other values of some keys; `None` takes a key away."""
        return Plan(**{**{k: _thawed(v) for k, v in self._keys.items()}, **keys})

    def _options(self) -> Dict[str, str]:
        return {"plan_text": str(self)}

    @staticmethod
    def read(path: Union[str, "os.PathLike[str]"]) -> "PlanFile":
        """A plan's file, where the session can read it."""
        return PlanFile(os.fspath(path))

    def write(self, path: Union[str, "os.PathLike[str]"]) -> str:
        """Writes the plan as a new file, so none that people have answered is lost; its path."""
        with open(path, "x", encoding="utf-8") as file:
            file.write(str(self))
        return os.fspath(path)

    @classmethod
    def histogram(cls, name: str, **keys: Any) -> "Plan":
        """Counts how many people hold each item of `domain` (or of `attributes`)."""
        return cls("histogram", name, **keys)

    @classmethod
    def workload(cls, name: str, **keys: Any) -> "Plan":
        """Many linear queries from one report, such as `workload="prefix"`."""
        return cls("workload", name, **keys)

    @classmethod
    def mean(cls, name: str, **keys: Any) -> "Plan":
        """The mean of the numbers of a `column`, or of vectors in `columns`."""
        return cls("mean", name, **keys)

    @classmethod
    def gaussian_mean(cls, name: str, **keys: Any) -> "Plan":
        """The mean of normally distributed numbers, for each level of `strata` if given."""
        return cls("gaussian-mean", name, **keys)

    @classmethod
    def quantile(cls, name: str, **keys: Any) -> "Plan":
        """A median or another quantile, in rounds."""
        return cls("quantile", name, **keys)

    @classmethod
    def quantiles(cls, name: str, **keys: Any) -> "Plan":
        """Many quantiles of the numbers of a `column` from one report a person."""
        return cls("quantiles", name, **keys)

    @classmethod
    def words(cls, name: str, **keys: Any) -> "Plan":
        """Words that many people hold, without a list of words, in rounds."""
        return cls("words", name, **keys)

    @classmethod
    def density(cls, name: str, **keys: Any) -> "Plan":
        """The density of the numbers of a `column`."""
        return cls("density", name, **keys)

    @classmethod
    def query(cls, name: str, **keys: Any) -> "Plan":
        """Means of functions of a person; each person answers one of the `queries`."""
        return cls("query", name, **keys)

    @classmethod
    def regression(cls, name: str, **keys: Any) -> "Plan":
        """A regression of `label` on `columns`."""
        return cls("regression", name, **keys)


class PlanFile(Asked):
    """A plan in a file: what was written by hand, by `ldp init` or by `plan.write`."""

    def __init__(self, path: str) -> None:
        self.path = path

    def __repr__(self) -> str:
        return f"Plan.read({self.path!r})"

    def _options(self) -> Dict[str, str]:
        return {"plan": self.path}


def _check(task: str, given: Dict[str, Any]) -> None:
    for key in ("name", "id"):
        if not isinstance(given.get(key), str) or not given[key].strip():
            raise refusal(f"a plan needs {key}, a text", given.get(key), f"add {key}=...")
    if "protocol" not in given:
        raise refusal("a plan needs a protocol", None, "add protocol=ldp.spec(...), or epsilon=... of a histogram")
    one_of("outside", given["outside"], OUTSIDE)
    if given["outside"] == "drop" and not given.get("outside_reason"):
        raise refusal(
            'outside="drop" needs a reason, because dropped people are visible',
            None,
            "add outside_reason=...",
        )
    one_of("randomness", given["randomness"], ("keyed", "write-once"))
    for step in names("postprocess", given.get("postprocess")):
        one_of(f"postprocess of task {task}", step, DECLARED["tasks"][task]["steps"] or ["(none)"])
    period = given.get("period")
    if period is not None and period not in names("public", given.get("public")):
        raise refusal("period must be a public column", period, f'add public=["{period}"]')


def _protocol(given: Any) -> str:
    if isinstance(given, Spec):
        if given.items:
            raise refusal(
                "in a plan the items stand in domain", "a spec with items", "use domain=[...]"
            )
        return str(given)
    if isinstance(given, str) and "(" in given:
        return given
    raise refusal("protocol must be ldp.spec(...), or a text such as grr(epsilon=1.0)", given)


def _domain(given: Any) -> Dict[str, Any]:
    """A dict as it is; a list, a range or bins as the dict that means it."""
    if isinstance(given, Mapping):
        return dict(given)
    if isinstance(given, (str, Bins)) or hasattr(given, "__iter__"):
        return Items.of(given, "fail").domain()
    raise refusal(
        "domain must be a list, a range, ldp.bins(...) or a dict", type(given).__name__
    )


def _frozen(value: Any) -> Any:
    if isinstance(value, Spec):
        return str(value)
    if isinstance(value, (Bins, range)):
        return _frozen(_domain(value))
    if isinstance(value, Mapping):
        return MappingProxyType(
            {k: _frozen(_domain(v) if k == "domain" else v) for k, v in value.items()}
        )
    if isinstance(value, (list, tuple)):
        return tuple(_frozen(each) for each in value)
    if isinstance(value, (str, bool)) or is_number(value):
        return value
    raise refusal("a plan holds texts, numbers, lists and dicts", type(value).__name__)


def _thawed(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {k: _thawed(v) for k, v in value.items()}
    return [_thawed(each) for each in value] if isinstance(value, tuple) else value


def _entry(key: str, value: Any) -> str:
    if isinstance(value, Mapping):
        return f"{key} {_written(value)}"
    if isinstance(value, tuple) and value and all(isinstance(each, Mapping) for each in value):
        lines = "".join(f"  {_written(each)}\n" for each in value)
        return f"{key} = [\n{lines}]"
    return f"{key} = {_written(value, word=True)}"


def _written(value: Any, word: bool = False) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        plain = word and _WORD.fullmatch(value) and value not in _NOT_WORDS
        return value if plain else json.dumps(value, ensure_ascii=False)
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
    if isinstance(value, Mapping):
        entries: List[str] = [
            f"{k} {_written(v)}" if isinstance(v, Mapping) else f"{k} = {_written(v, word=True)}"
            for k, v in value.items()
        ]
        return "{ " + ", ".join(entries) + " }"
    if isinstance(value, tuple):
        return "[" + ", ".join(_written(each) for each in value) + "]"
    return str(value)
