#!/usr/bin/env python3
"""Turns the file of `ldp --events FILE` into numbers for Prometheus, in its text format, on standard output.

A nightly command is over before anybody scrapes it, so let cron write the numbers for node_exporter's textfile
collector. The new file takes the place of the old one at once:

    * * * * * events_to_prometheus.py /var/log/ldp/events.jsonl > /var/lib/node_exporter/ldp.prom.new &&
              mv /var/lib/node_exporter/ldp.prom.new /var/lib/node_exporter/ldp.prom

Rotate the file of events when you like: counters that begin anew are what Prometheus expects.
"""
import collections
import datetime
import json
import sys


def escaped(text):
    return str(text).replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


def labels(**pairs):
    return "{" + ",".join(f'{name}="{escaped(value)}"' for name, value in pairs.items()) + "}"


def numbers(lines):
    """By name: help, type and the samples by their labels."""
    steps, drawn, late = (collections.Counter() for _ in range(3))
    success, epsilon, end = {}, {}, {}
    for line in lines:
        try:
            event = json.loads(line)
            time = datetime.datetime.fromisoformat(event["time"].replace("Z", "+00:00")).timestamp()
        except (ValueError, KeyError):
            continue  # half a line, of a full disk
        step = event["step"]
        name = event.get("name", "")
        steps[labels(step=step, outcome=event["outcome"])] += 1
        end[labels(command=event.get("command", step), output=event.get("output", ""))] = event["exit_code"]
        if event["exit_code"] != 0:
            continue
        of = labels(step=step, name=name)
        success[of] = max(time, success.get(of, 0))
        if "exact_epsilon" in event:
            epsilon[of] = event["exact_epsilon"]
            drawn[of] += event.get("reports", 0)
            late[of] += event.get("reports", 0) if event.get("earlier", 0) > 0 else 0
    return {
        "ldp_steps_total": ("Steps by their outcome.", "counter", steps),
        "ldp_reports_drawn_total": ("Reports drawn.", "counter", drawn),
        "ldp_reports_late_total": ("Those drawn for people who came after their period was done.", "counter", late),
        "ldp_last_success_timestamp_seconds": ("When the step last ended well.", "gauge", success),
        "ldp_last_exit_code": ("How the command last ended.", "gauge", end),
        "ldp_exact_epsilon": ("What a report costs its person.", "gauge", epsilon),
    }


def main(path):
    with open(path, encoding="utf-8") as lines:
        for name, (words, kind, samples) in numbers(lines).items():
            print(f"# HELP {name} {words}\n# TYPE {name} {kind}")
            for of, value in samples.items():
                print(f"{name}{of} {value}")


if __name__ == "__main__":
    main(sys.argv[1])
