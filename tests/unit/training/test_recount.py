"""Measured rows get the features that programs say now, and keep their times."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mapper.features import schema
from training.recount import kept, recount


def raw(**values: float) -> tuple[float, ...]:
    """A vector that is 1 but for these."""
    return tuple(values.get(name, 1.0) for name in schema.RAW_NAMES)


def row(region: str = "r", **values: str) -> dict[str, str]:
    return {
        "program": "p",
        "region": region,
        "arguments": "8 touch",
        "work_items": "100.0",
        "transfer": "800.0",
        "mem": "5.0",
        "seconds_cpu": "0.25",
        **values,
    }


def test_rows_take_the_vector_of_their_size_and_keep_their_times() -> None:
    asked: list[tuple[str, str, str]] = []

    def ask(program: str, arguments: str, calls: str) -> Mapping[str, Sequence[tuple[float, ...]]]:
        asked.append((program, arguments, calls))
        return {
            "r": [raw(work_items=10, transfer=80, mem=1), raw(work_items=100, transfer=800, mem=7)],
            "other": [raw()],
        }

    rows = [row(), row(work_items="10.0", transfer="80.0", seconds_cpu="0.5"), row("gone")]
    found = recount(rows, {("p", "8 touch"): "3"}, ask)
    assert asked == [("p", "8 touch", "3")]
    assert [(each["mem"], each["seconds_cpu"]) for each in found] == [("7", "0.25"), ("1", "0.5")]
    assert all(set(schema.RAW_NAMES) <= each.keys() for each in found)


def test_rows_of_other_programs_keep_their_features() -> None:
    found = kept(row(atomics="7.0"))
    assert {found[name] for name in schema.RAW_NAMES if "atomics" in name} == {"0"}
    assert (found["mem"], found["seconds_cpu"], found["transfer"]) == ("5.0", "0.25", "800.0")
