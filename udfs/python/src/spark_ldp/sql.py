"""The same as SQL text, for `spark.sql` and other languages. No PySpark is needed.

>>> from spark_ldp import sql
>>> sql.randomize("answer", "grr", epsilon=1, k=4)
"ldp_randomize(answer, 'grr(epsilon=1.0,k=4)')"
"""

from __future__ import annotations

from typing import Any, Iterable, Optional, Sequence, Union

from . import _questions as questions
from . import _tree as tree
from ._check import names
from ._items import Bins
from ._spec import Spec, as_spec


def randomize(
    value: str,
    protocol: Union[str, Spec],
    *,
    id: Optional[str] = None,
    attribute: Optional[str] = None,
    items: Union[Iterable[Any], Bins, None] = None,
    outside: Optional[str] = None,
    **parameters: Any,
) -> str:
    """The expression of `spark_ldp.randomize`."""
    spec = as_spec(protocol, {"items": items, "outside": outside, **parameters})
    of = None if id is None else questions.node(id)
    return tree.sql(questions.report(questions.node(value), spec, of, attribute))


def accumulate(report: str, protocol: Union[str, Spec], **parameters: Any) -> str:
    """The expression of `spark_ldp.accumulate`."""
    spec = as_spec(protocol, parameters)
    return tree.sql(questions.accumulator(questions.node(report), spec))


def merge(accumulator: str) -> str:
    """The expression of `spark_ldp.merge`."""
    return tree.sql(questions.merged(questions.node(accumulator)))


def estimate(
    table: str,
    report: Optional[str] = None,
    protocol: Union[str, Spec, None] = None,
    *,
    accumulator: Optional[str] = None,
    group_by: Union[str, Sequence[str]] = (),
    confidence: float = 0.95,
    **parameters: Any,
) -> str:
    """The statement of `spark_ldp.estimate` over a table."""
    aggregate, spec = aggregate_of(report, protocol, accumulator, parameters)
    groups = names("group_by", group_by)
    return questions.statement(table, questions.estimates(aggregate, confidence), spec, groups)


def aggregate_of(report: Any, protocol: Any, accumulator: Any, parameters: Any) -> Any:
    """What is estimated, and the spec that names its items."""
    if (report is None) == (accumulator is None):
        raise ValueError(
            "estimate needs a column of reports or one of accumulators. Provided:"
            f" {'neither' if report is None else 'both'}; name one of them."
        )
    spec = None if protocol is None else as_spec(protocol, parameters)
    if report is None:
        return questions.merged(questions.node(accumulator)), spec
    if spec is None:
        raise ValueError(
            "reports are estimated by their protocol. Provided: no protocol; add the spec with"
            " which they were made."
        )
    return questions.accumulator(questions.node(report), spec), spec
