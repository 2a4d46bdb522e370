"""Which side a model chooses, what that costs, and how choices are scored."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from mapper.features import schema
from mapper.model.tree import PATIENCE, Granularity, Leaf, Model, Split, Sums
from mapper_training.evaluation import tables
from mapper_training.evaluation.baselines import ways
from mapper_training.evaluation.data import CPU, OPENCL, OPENMP, SEQUENTIAL, TIMED, WHOLE, Asked, Case, Run
from mapper_training.evaluation.predict import Choice, choose, nearest_flip, path
from mapper_training.evaluation.results import CHOSEN, ORACLE, geometric_mean, parts, result, summarise
from tests.unit.training.fakes import raw
from tests.unit.training.platforms import BY_CALLS, STARTUP, features, profile


def case(openmp: float, opencl: float, **more: Run) -> Case:
    """Seconds of the whole process; the timed part takes half of each."""
    runs = {OPENMP: Run(openmp, openmp / 2), OPENCL: Run(opencl, opencl / 2), **more}
    return Case("CG", "S", runs)


def chosen(opened: float, on_cpu: tuple[str, ...] = ()) -> Choice:
    """A choice that was made for no reason."""
    return Choice(opened, "", on_cpu, Asked("r", True, 0.0, ()), 0.0)


# ---- the arithmetic ----------------------------------------------------------------------------------------


def test_the_oracle_takes_the_faster_side_in_each_view() -> None:
    runs = {OPENMP: Run(1.0, 0.9), OPENCL: Run(2.0, 0.5)}
    found = result(Case("CG", "S", runs), chosen(1.0), 1e9, 0.1)
    assert (found.seconds[WHOLE][ORACLE], found.seconds[TIMED][ORACLE]) == (1.0, 0.5)
    assert (found.seconds[WHOLE][CHOSEN], found.seconds[TIMED][CHOSEN]) == (1.0, 0.9)
    assert (found.right(WHOLE), found.right(TIMED)) == (True, False)
    assert found.share(TIMED) == pytest.approx(0.5 / 0.9)
    assert found.speedup(WHOLE, OPENCL, OPENMP) == 0.5
    assert found.speedup(WHOLE, OPENCL, SEQUENTIAL) is None


@pytest.mark.parametrize(("opencl", "right"), [(1.0, True), (1.019, True), (1.021, False), (3.0, False)])
def test_two_percent_more_is_still_right(opencl: float, right: bool) -> None:
    assert result(case(1.0, opencl), chosen(0.0), 1e9, 0.1).right() is right


def test_a_device_that_is_opened_late_is_paid_after_the_cpu() -> None:
    found = result(case(10.0, 3.0), chosen(0.25), 1e9, 1.0)
    assert found.seconds[WHOLE][CHOSEN] == pytest.approx(0.25 * 10 + 1 + 0.75 * 2)
    assert found.seconds[TIMED][CHOSEN] == pytest.approx(0.25 * 5 + 0.75 * 1.5)


def test_a_region_that_stays_on_the_cpu_is_exchanged_and_its_arrays_move() -> None:
    profiles = {device: profile("CG", 1e8, device) for device in (CPU, OPENCL)}
    questions = (Asked("r", False, 0.0, tuple(features(1e8, 0.0))),)
    mixed = replace(case(1.2, 0.5), profiles=profiles, questions=questions)
    found = result(mixed, chosen(0.0, ("r",)), 1e9, STARTUP)
    assert found.seconds[WHOLE][CHOSEN] == pytest.approx(0.5 + 1.0 - 0.1001 + 1e8 / 1e9)


def test_scores_are_counted_and_averaged() -> None:
    results = [result(case(1.0, 2.0), choice, 1e9, 0.1) for choice in (chosen(1.0), chosen(0.0), None)]
    found = summarise(results, WHOLE, OPENMP)
    assert (found.cases, found.right, found.accuracy) == (2, 1, 0.5)
    assert found.oracle == pytest.approx(math.sqrt(0.5))
    assert (found.always_cpu, found.always_opencl) == (1.0, 0.5)
    assert found.speedups[CHOSEN] == pytest.approx(math.sqrt(0.5))
    assert geometric_mean([None, 4.0, 9.0]) == pytest.approx(6.0)
    assert geometric_mean([None]) is None


def test_the_parts_of_a_process_on_the_device_make_the_whole() -> None:
    with_profile = replace(case(9.0, 1.0), profiles={OPENCL: profile("CG", 1e8, OPENCL)})
    found = parts(with_profile)
    assert found is not None
    assert (found.opening, found.copies) == (STARTUP, 0.0)
    assert found.kernels == pytest.approx(0.05005)
    assert found.opening + found.copies + found.kernels + found.host == pytest.approx(1.0)
    assert parts(case(9.0, 1.0)) is None


# ---- following a model -------------------------------------------------------------------------------------


def asked(about_program: bool, at: float, calls: float, region: str = "r") -> Asked:
    """A question of so many calls."""
    return Asked(region, about_program, at, tuple(schema.combine(raw(1.0), schema.State(calls))))


def followed(model: Model, *questions: Asked, calls: int = 1) -> Choice | None:
    """The choice in a process of a second on the CPU, which its region's calls take."""
    document = profile("CG", 1e8, CPU)
    document["regions"][0]["vectors"][0][CPU]["calls"] = calls
    return choose(replace(case(1.0, 1.0), profiles={CPU: document}, questions=questions), model)


def test_the_first_answer_that_is_opencl_opens_the_device() -> None:
    model = Model("m", (BY_CALLS,), startup=5.0)
    found = followed(model, asked(True, 0.0, 1), asked(True, 0.4, 11), asked(True, 0.6, 99))
    assert found is not None
    assert found.opened == pytest.approx(0.4)
    assert (found.score, found.question.at) == (1.25, 0.4)


def test_without_such_an_answer_it_stays_closed() -> None:
    found = followed(Model("m", (BY_CALLS,), startup=5.0), asked(True, 0.0, 1), asked(False, 0.0, 99))
    assert found is not None
    assert (found.opened, found.score) == (1.0, -0.5)
    assert followed(Model("m", (BY_CALLS,)), asked(False, 0.0, 1)) is None


def test_regions_that_waited_long_enough_open_it() -> None:
    model = Model("m", (BY_CALLS,), startup=0.25 / PATIENCE)
    found = followed(model, asked(True, 0.0, 1), asked(False, 0.0, 99), calls=1000)
    assert found is not None
    assert found.opened == pytest.approx(0.25)


def test_where_little_is_gained_regions_wait_for_one_start_up() -> None:
    model = Model("m", (Leaf(0.75),), startup=0.25)
    found = followed(model, asked(True, 0.0, 1), asked(False, 0.0, 99), calls=1000)
    assert found is not None
    assert found.opened == pytest.approx(0.25)


@pytest.mark.parametrize(("calls", "opened"), [(1, 1.0), (3, 1 / 3), (2, 0.5)])
def test_no_call_is_broken_off_to_open_it(calls: int, opened: float) -> None:
    model = Model("m", (BY_CALLS,), startup=0.25 / PATIENCE)
    found = followed(model, asked(True, 0.0, 1), asked(False, 0.0, 99), calls=calls)
    assert found is not None
    assert found.opened == pytest.approx(opened)


@pytest.mark.parametrize(("granularity", "on_cpu"), [(Granularity.PROGRAM, ()), (Granularity.REGION, ("r",))])
def test_regions_follow_their_own_answers_where_the_model_says_so(
    granularity: Granularity, on_cpu: tuple[str, ...]
) -> None:
    model = Model("m", (BY_CALLS,), granularity=granularity, startup=5.0)
    found = followed(model, asked(True, 0.0, 11), asked(False, 0.0, 1), asked(False, 0.0, 11, "other"))
    assert found is not None
    assert (found.opened, found.on_cpu) == (0.0, on_cpu)


def test_the_distance_to_the_other_answer() -> None:
    model = Model("m", (Split(schema.NAMES.index("work_items"), 1e9, BY_CALLS, Leaf(1.0)),))
    question = asked(True, 0.0, 2.0)
    flip = nearest_flip(model, question.features)
    assert flip is not None
    assert (flip.feature, flip.value, flip.threshold, flip.factor) == ("calls", 2.0, 10.0, 5.0)
    assert path(model, question.features) == ["work_items <= 1e+09 (it is 1)", "calls <= 10 (it is 2)"]
    assert nearest_flip(Model("m", (Leaf(1.0),)), question.features) is None


def test_prices_have_units_those_of_combined_features_too() -> None:
    calls, fresh = schema.NAMES.index("calls"), schema.NAMES.index("fresh")
    model = Model("m", (Leaf(0.0),), sums=Sums(((calls, 3.0),), ((fresh, 2.0),)))
    units = {row[0]: row[1] for row in tables.price_rows(model)[1:]}
    assert (units["calls"], units["fresh"]) == ("executions", "bytes")


def test_a_part_has_its_own_price_and_the_rest_another() -> None:
    launches, steps = schema.NAMES.index("launches"), schema.NAMES.index("steps")
    sums = Sums(((launches, 1e-6),), ((launches, 1e-5), (steps, -8e-6)))
    rows = {row[0]: row[2:] for row in tables.price_rows(Model("m", (Leaf(0.0),), sums=sums))[1:]}
    assert rows == {"launches not steps": ["1 µs", "10 µs"], "steps": ["1 µs", "2 µs"]}
    features = [0.0] * len(schema.NAMES)
    features[launches], features[steps] = 1000.0, 900.0
    assert "0.0028 s with OpenCL (steps 0.0018, launches not steps 0.001)" in tables.sums_words(sums, features)


def test_the_distance_of_sums_is_where_both_sides_take_as_long() -> None:
    calls, launches = schema.NAMES.index("calls"), schema.NAMES.index("launches")
    model = Model("m", (Leaf(0.0),), sums=Sums(((calls, 3.0),), ((calls, 1.0), (launches, 8.0))))
    features = [0.0] * len(schema.NAMES)
    features[calls], features[launches] = 2.0, 1.0  # six seconds and ten
    flip = nearest_flip(model, features)
    assert flip is not None
    assert (flip.feature, flip.threshold) == ("launches", 0.5)  # calls would have to be twice as many, as well
    assert tables.sums_words(model.sums or Sums((), ()), features).startswith(
        "Expected from there on: 6 s with CPU (calls 6)"
    )


# ---- simple ways to choose ---------------------------------------------------------------------------------


def test_ways_to_choose_have_intervals_over_programs() -> None:
    def of(program: str, size: str, opencl: float) -> Case:
        return Case(program, size, {OPENMP: Run(1.0, 1.0), OPENCL: Run(opencl, opencl)})

    cases = [of("CG", size, 0.5) for size in "SWA"] + [of("EP", "S", 2.0), of("MG", "S", 2.0)]
    right = [result(each, chosen(float(each.runs[OPENCL].whole > 1.0)), 1e9, 0.0) for each in cases]
    model, cpu, opencl, other = ways(right, "tree", [("never", [result(cases[3], chosen(0.0), 1e9, 0.0)])], 1)
    assert (model.name, model.cases, model.right, model.share) == ("the model (tree)", 5, 5, 1.0)
    assert model.right_interval == model.share_interval == (1.0, 1.0)
    assert (cpu.right, opencl.right) == (2, 3)
    assert cpu.share == pytest.approx(0.5 ** (3 / 5))
    assert opencl.share == pytest.approx(0.5 ** (2 / 5))
    assert cpu.right_interval == (0.0, 1.0)  # a sample may have CG alone, with all its classes, or not at all
    assert cpu.share_interval == pytest.approx((0.5, 1.0))
    assert (other.name, other.cases, other.right, other.share) == ("never", 1, 0, 0.5)
    assert ways([], "tree", [("never", [])], 1) == ()
