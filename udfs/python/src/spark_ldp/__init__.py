"""Local differential privacy in PySpark: randomize a column, estimate its counts.

>>> import spark_ldp as ldp
>>> spec = ldp.spec("grr", epsilon=1, items=["home", "shop"])
>>> reports = visits.select(ldp.randomize("page", spec, id="user_id"))
>>> ldp.estimate(reports, "report", spec).show()

The work is done by Spark's own functions of spark-ldp.jar. This package writes the expressions. It imports PySpark only
when a DataFrame is needed.
"""

from ._functions import (
    accumulate,
    epsilon,
    estimate,
    gaussian_delta,
    gaussian_epsilon,
    gaussian_sigma,
    merge,
    randomize,
)
from ._guard import BadInput, Failed, Refused
from ._items import Bins, bins, items
from ._plan import Plan, PlanFile
from ._plot import plot
from ._run import Done, Model, ledger
from ._session import session_config, write_key
from ._spec import Spec, spec

__version__ = "0.1.0"

__all__ = ["BadInput", "Bins", "Done", "Failed", "Model", "Plan", "PlanFile", "Refused", "Spec", "accumulate"]
__all__ += ["bins", "epsilon", "estimate", "gaussian_delta", "gaussian_epsilon", "gaussian_sigma", "items", "ledger"]
__all__ += ["merge", "plot", "randomize", "session_config", "spec", "write_key"]
