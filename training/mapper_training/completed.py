"""Profiles of earlier feature schemas get the features that they lack from profiles of this one."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mapper.diagnostics import Location, fail
from mapper.features import schema
from mapper_training.profiles import load_profile

ASKED = (*schema.RAW_NAMES, *schema.STATE_NAMES)
"""What a completed profile holds of features: all others follow from these."""


def complete_profile(path: Path, others: Path) -> None:
    """Rewrite a profile, with what it lacks from `PROGRAM.SIZE.json` in the folder `others`.

    Raises `MapperError` E023 where that one has not the same regions.
    """
    profile = load_profile(path)
    if all(region["feature_names"][: len(ASKED)] == list(ASKED) for region in profile["regions"]):
        return
    program, size, _ = path.name.split(".", 2)
    completed = complete(profile, load_profile(others / f"{program}.{size}.json"), path)
    path.write_text(json.dumps(completed, separators=(",", ":")) + "\n", encoding="utf-8")


def complete(profile: Mapping[str, Any], other: Mapping[str, Any], path: Path) -> dict[str, Any]:
    """A profile's times and features, and those features that only the other one has.

    A vector's counterpart is that of the same region with as large arrays, and nearest by its work-items.  That of
    a question is the one about the same, asked after as many executions.
    """
    regions = {region["id"]: region for region in other["regions"]}
    made = []
    for region in profile["regions"]:
        known = regions.get(region["id"])
        if known is None or not known["vectors"]:
            fail("E023", f"the other profile lacks the region {region['id']}", Location(str(path)))
        names = region["feature_names"]
        vectors = []
        for vector in region["vectors"]:
            old = dict(zip(names, vector["values"], strict=True))
            found = [dict(zip(known["feature_names"], each["values"], strict=True)) for each in known["vectors"]]
            vectors.append({**vector, "values": _merged(old, min(found, key=lambda each: _distance(old, each)))})
        made.append({**region, "feature_names": list(ASKED), "vectors": vectors})
    first = profile["regions"][0]["feature_names"]
    questions = []
    for question in profile["questions"]:
        old = dict(zip(first, question["features"], strict=True))
        alike = [
            each
            for each in other["questions"]
            if (each["region"], each["about"]) == (question["region"], question["about"])
        ]
        if not alike:
            fail("E023", f"the other profile lacks questions of {question['region']}", Location(str(path)))
        nearest = min(alike, key=lambda each: abs(each["entered"] - question["entered"]))
        new = dict(zip(other["regions"][0]["feature_names"], nearest["features"], strict=True))
        questions.append({**question, "features": _merged(old, new)})
    return {**profile, "regions": made, "questions": questions}


def _merged(old: Mapping[str, float | None], new: Mapping[str, float | None]) -> list[float | None]:
    return [old[name] if name in old else new[name] for name in ASKED]


def _distance(old: Mapping[str, float | None], new: Mapping[str, float | None]) -> tuple[float, ...]:
    def apart(name: str) -> float:
        one, other = old[name] or 0.0, new[name] or 0.0
        return abs(one - other) / max(one, other, 1.0)

    return apart("transfer"), apart("work_items")
