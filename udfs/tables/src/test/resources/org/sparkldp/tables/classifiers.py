#!/usr/bin/env python3
"""AUC on true rows of one half by classifiers that were trained on synthetic rows of the other half.

WholeTableFiguresTest#rows writes the rows. pip install scikit-learn pandas; python classifiers.py DIR
"""

import glob
import re
import sys
from collections import defaultdict

import pandas as pd
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.preprocessing import OneHotEncoder

found = defaultdict(list)
for file in sorted(glob.glob(sys.argv[1] + "/train_*.csv")):
    seed, name = re.search(r"train_(\d+)_(\w+)[.]csv", file).groups()
    train = pd.read_csv(file, header=None)
    test = pd.read_csv(f"{sys.argv[1]}/test_{seed}.csv", header=None)
    label = train.columns[-1]
    levels = OneHotEncoder(handle_unknown="ignore").fit(train.drop(columns=label))
    line = LogisticRegression(C=1.0, max_iter=50)
    line.fit(levels.transform(train.drop(columns=label)), train[label])
    trees = HistGradientBoostingClassifier(max_iter=60, random_state=1)
    trees.fit(train.drop(columns=label), train[label])
    found[name].append(
        (
            roc_auc_score(test[label], line.predict_proba(levels.transform(test.drop(columns=label)))[:, 1]),
            roc_auc_score(test[label], trees.predict_proba(test.drop(columns=label))[:, 1]),
        )
    )
    print(name, seed, "%.4f %.4f" % found[name][-1], file=sys.stderr, flush=True)
for name, aucs in sorted(found.items()):
    logistic, ensemble = (sum(each) / len(aucs) for each in zip(*aucs))
    print(f"{name}: logistic regression {logistic:.4f}, trees {ensemble:.4f} ({len(aucs)} seeds)")
