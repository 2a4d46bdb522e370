"""OpenMP, and OpenCL on each of several devices of one machine: what their models together would have chosen.

Each device was measured, and is predicted, apart (`mapper_training.evaluate`); here the choices meet as they do in
a program that holds all the models: the first answer that calls for a device counts, and of several the greatest
expected speed-up over OpenMP.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mapper.diagnostics import Location, fail
from mapper.model.tree import speedup
from mapper_training.evaluation.data import OPENCL, OPENMP, WHOLE
from mapper_training.evaluation.results import CHOSEN, Result, geometric_mean
from mapper_training.simulate import TOLERANCE

if TYPE_CHECKING:
    from mapper_training.evaluate import Evaluation

SAME_MACHINE = ("cpu", "threads")


@dataclass(frozen=True, slots=True)
class Case:
    """One program and class: seconds of the whole process by side (OpenMP, or a platform's name).

    `taken` are those of the choice, `chosen` its side; `expected` are the models' speed-ups over OpenMP.
    """

    name: str
    seconds: Mapping[str, float]
    chosen: str
    taken: float
    expected: Mapping[str, float]

    @property
    def best(self) -> str:
        """The fastest side."""
        return min(self.seconds, key=lambda side: self.seconds[side])

    @property
    def share(self) -> float:
        """The fastest side's time over that of the choice."""
        return min(self.seconds[self.best] / self.taken, 1.0)

    @property
    def right(self) -> bool:
        """Whether the choice costs less than 2% more than the fastest side."""
        return self.taken <= TOLERANCE * self.seconds[self.best]


def together(evaluations: Sequence[Evaluation]) -> list[Case]:
    """The programs and classes that were measured and predicted on all platforms.

    OpenMP's seconds are those of the first platform.  Raises `MapperError` E024 for platforms of several machines.
    """
    first = evaluations[0].measured
    for other in (evaluation.measured for evaluation in evaluations[1:]):
        for key in SAME_MACHINE:
            one, two = first.platform.get(key), other.platform.get(key)
            if one != two:
                what = f"{key} {one or 'unknown'!r} and {two or 'unknown'!r}"
                fail("E024", f"these platforms are not of one machine: {what}", Location(other.name))
    listed = [{each.case.name: each for each in evaluation.results} for evaluation in evaluations]
    names = [name for name in listed[0] if all(name in found for found in listed)]
    cases = [_case([found[name] for found in listed], evaluations) for name in names]
    return [case for case in cases if case is not None]


def _case(results: Sequence[Result], evaluations: Sequence[Evaluation]) -> Case | None:
    """What becomes of one program; None where a model could not be asked."""
    openmp = results[0].seconds[WHOLE][OPENMP]
    seconds, expected, calls = {OPENMP: openmp}, {}, []
    for result, evaluation in zip(results, evaluations, strict=True):
        name, fold = evaluation.measured.name, evaluation.folds.get(result.case.group)
        if result.choice is None or fold is None:
            return None
        seconds[name] = result.seconds[WHOLE][OPENCL]
        expected[name] = speedup(fold.model, result.choice.score)
        if result.choice.opened < 1.0:
            calls.append((result.choice.opened, -expected[name], name, result.seconds[WHOLE][CHOSEN]))
    _, _, chosen, taken = min(calls, default=(1.0, 0.0, OPENMP, openmp))
    return Case(results[0].case.name, seconds, chosen, taken, expected)


def rows(cases: Sequence[Case]) -> list[list[str]]:
    """Headings, and for each program and class the seconds of the process on each side, and of the choice."""
    sides = list(cases[0].seconds) if cases else []
    table = [["seconds", *sides, "chosen", "takes", "right", "share"]]
    for case in cases:
        table.append(
            [
                case.name,
                *(f"{case.seconds[side]:.3g}" for side in sides),
                case.chosen,
                f"{case.taken:.3g}",
                "yes" if case.right else "no",
                f"{case.share:.1%}",
            ]
        )
    return table


def sentence(cases: Sequence[Case]) -> str:
    """The scores, and those of always taking one side."""
    if not cases:
        return "no program was measured and predicted on all of these platforms"
    share = geometric_mean(case.share for case in cases) or 0.0
    one_side = {
        side: geometric_mean(case.seconds[case.best] / case.seconds[side] for case in cases) or 0.0
        for side in cases[0].seconds
    }
    always = ", ".join(f"always {side} {each:.1%}" for side, each in one_side.items())
    right = sum(case.right for case in cases)
    return f"together: {right} of {len(cases)} right, {share:.1%} of the oracle over all sides ({always})"
