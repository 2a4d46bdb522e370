"""The fit learns what is there, learns nothing from noise, and never trains on what it predicts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from mapper.features import schema
from mapper.model.tree import CPU, OPENCL, Granularity, Leaf, Split, nodes
from mapper_training import fit, horizon, measure, models, simulate
from mapper_training.horizon import Costs

pytestmark = pytest.mark.usefixtures("two_folds")

NO_COSTS = Costs(0.0, 1e30)


def table_of(rows: int, seed: int, programs: int = 10) -> pd.DataFrame:
    """A table in which OpenCL wins where there are more than 10,000 work-items."""
    random = np.random.default_rng(seed)
    table = pd.DataFrame({name: random.uniform(1, 1e6, rows) for name in schema.RAW_NAMES})
    table["work_items"] = np.floor(10 ** random.uniform(1, 7, rows))
    table["launches"] = 1.0
    table["program"] = [f"p{i % programs}" for i in range(rows)]
    table["region"] = "r"
    table["arguments"] = [str(i) for i in range(rows)]
    table["seconds_cpu"] = 1.0
    table["seconds_opencl"] = np.where(table["work_items"] > 10_000, 0.25, 4.0)
    table["startup_seconds"] = 0.001
    return table[list(fit.COLUMNS)]


def best(found: list[fit.Comparison], kind: str) -> simulate.Scores:
    return next(each.scores for each in found if each.kind == kind)


@pytest.mark.parametrize("kind", ["tree", "regression", "boosted"])
def test_learns_a_clear_rule(kind: str) -> None:
    scores = best(fit.compare(table_of(200, 1), kinds=(kind,), jobs=1, calls=(1.0,), parts=4), kind)
    assert scores.accuracy > 0.95
    assert scores.oracle > 0.9
    assert scores.always_cpu < 0.8
    assert scores.always_opencl < 0.8


@pytest.mark.parametrize("kind", ["tree", "regression", "boosted"])
def test_shuffled_labels_teach_nothing(kind: str) -> None:
    table = table_of(300, 1)
    random = np.random.default_rng(3)
    table["seconds_opencl"] = random.permutation(table["seconds_opencl"].to_numpy())
    found = best(fit.compare(table, kinds=(kind,), jobs=1, calls=(1.0,), parts=4), kind)
    assert found.accuracy < 0.65


def test_the_held_out_program_is_not_trained_on(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[set[str]] = []

    def spy(data: models.Data, seed: int, depth: int) -> models.Fitted:
        seen.append(set(data.programs))
        return models.fit_regression(data, seed, depth)

    monkeypatch.setitem(models.KINDS, "regression", spy)
    fit.compare(table_of(50, 2), kinds=("regression",), jobs=1, calls=(1.0,))
    programs = {f"p{i}" for i in range(10)}
    assert sorted(tuple(programs - s) for s in seen) == sorted((p,) for p in programs)


def test_programs_are_held_out_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[set[str]] = []

    def spy(data: models.Data, seed: int, depth: int) -> models.Fitted:
        seen.append(set(data.programs))
        return models.fit_regression(data, seed, depth)

    monkeypatch.setitem(models.KINDS, "regression", spy)
    fit.compare(table_of(50, 2), kinds=("regression",), jobs=1, calls=(1.0,), parts=4)
    left_out = [{f"p{i}" for i in range(10)} - each for each in seen]
    assert sorted(map(len, left_out)) == [2, 2, 3, 3]
    assert len(set().union(*left_out)) == 10


def test_the_pruning_is_chosen_by_programs_that_were_held_out(monkeypatch: pytest.MonkeyPatch) -> None:
    data = fit.data_of(table_of(60, 2))
    seen: list[set[str]] = []
    original: Callable[..., object] = models._prices

    def spy(part: models.Data, seed: int, depth: int) -> object:
        seen.append(set(part.programs))
        return original(part, seed, depth)

    monkeypatch.setattr(models, "_prices", spy)
    models._best_pruning(data, 1, 4)
    everything = set(data.programs)
    assert len(seen) == models.FOLDS * (1 + models.FOLDS)  # what the trees learn from is priced by others, too
    assert all(0 < len(everything - part) < len(everything) for part in seen)


def test_thresholds_are_the_shortest_numbers_that_part_the_same_points() -> None:
    assert models.shortest(0.704, 0.7149) == 0.71
    assert models.shortest(0.7096, 0.7104) == 0.71
    assert models.shortest(-3.0, 4.0) == 0.5
    assert models.shortest(1.0, 1.0000000000000002) == 1.0
    assert models.shortest(5.0, float("inf")) == 5.0
    assert 0.0 <= models.shortest(0.0, 1e-300) < 1e-300


def test_one_threshold_is_the_one_that_loses_least() -> None:
    features = np.zeros((10, len(schema.NAMES)))
    features[:, 3] = np.arange(10)
    ratios = np.array([-1.0, 0.1, 0.1, 0.1, 0.1, 0.1, -6.0, 6.0, 0.1, -0.2])
    alike = np.array(["p"] * 10)
    data = models.Data(features, ratios, alike, np.ones((10, 2)), np.ones(10, dtype=bool))
    tree = models.fit_threshold(data, 1, 6).trees[0]
    assert isinstance(tree, Split)
    assert tree.feature == 3
    assert 6 <= tree.threshold < 7  # five small gains are missed, of which most right answers would be made
    assert [leaf.decision for leaf in (tree.left, tree.right) if isinstance(leaf, Leaf)] == [CPU, OPENCL]
    one_sided = replace(data, ratios=np.abs(ratios))
    assert models.fit_threshold(one_sided, 1, 6).trees == (Leaf(1.0, (0.0, 10.0)),)


def test_a_leaf_says_how_many_points_it_has_and_what_they_gain() -> None:
    data = fit.data_of(table_of(200, 1))
    fitted = models.fit_tree(data, 1, 6)
    leaves = [node for node in nodes(fitted.trees[0]) if isinstance(node, Leaf)]
    assert sum(sum(leaf.samples) for leaf in leaves) == len(data.ratios)
    assert len(leaves) > 1
    scores = models.scores(fitted, data.features)
    for leaf in leaves:
        here = data.ratios[scores == leaf.value]
        assert leaf.value == pytest.approx(here.mean(), abs=0.0006)
        assert leaf.sure == pytest.approx(np.mean((here > 0) == leaf.decision), abs=1e-9)


def test_opening_the_device_is_a_question_of_its_own() -> None:
    """On an open device these programs gain; the start-up costs more than all they could gain."""
    table = table_of(80, 3, programs=8).assign(seconds_cpu=1e-6, seconds_opencl=2e-7, startup_seconds=50.0)
    data = fit.data_of(table)
    tree = models.fit_tree(data, 1, 6).trees[0]
    assert isinstance(tree, Split)
    assert schema.NAMES[tree.feature] == "startup"
    closed = data.features[:, tree.feature] > 0
    assert [leaf.decision for leaf in nodes(tree.left) if isinstance(leaf, Leaf)].count(OPENCL) > 0
    assert {leaf.decision for leaf in nodes(tree.right) if isinstance(leaf, Leaf)} == {CPU}
    assert sum(sum(leaf.samples) for leaf in nodes(tree.right) if isinstance(leaf, Leaf)) == closed.sum()


def test_training_is_deterministic() -> None:
    table = table_of(60, 5, programs=3)  # so few that other processes, which have four folds, make as many
    assert fit.train(table, "m", {"cpu": "x"}, jobs=1) == fit.train(table, "m", {"cpu": "x"}, jobs=2)


def test_a_model_of_one_program_has_no_scores() -> None:
    table = table_of(20, 5)
    table["program"] = "one"
    assert fit.train(table, "m", {}, jobs=1).scores == {}


def test_the_default_is_a_tree_whatever_the_rows() -> None:
    assert {fit.train(table_of(40, seed, programs=4), "m", {}, jobs=1).kind for seed in (1, 2, 3)} == {"tree"}


def test_the_best_of_all_kinds() -> None:
    model = fit.train(table_of(80, 7), "m", {}, jobs=1, kind="best")
    shares = [value for name, value in model.scores.items() if name.startswith("oracle_share_")]
    assert len(shares) == len(models.KINDS)
    assert model.scores["oracle_share"] == max(shares)


# ---- horizons --------------------------------------------------------------------------------------------------


def one(opencl: float, cpu: float = 1.0, calls: float = 1.0, transfer: float = 3e6) -> horizon.Work:
    table = table_of(1, 1).assign(seconds_cpu=cpu, seconds_opencl=opencl, calls=calls, transfer=transfer)
    return horizon.works(table)[0]


def test_the_start_up_is_paid_by_few_calls_or_by_none() -> None:
    asked = horizon.questions(one(0.5), Costs(10.0, 1e30))
    position = schema.NAMES.index("startup")
    calls = schema.NAMES.index("calls")
    wins = {(q.features[calls], q.features[position]): q.opencl < q.cpu for q in asked}
    assert wins[1.0, 1.0] is False
    assert wins[1.0, 0.0] is True
    assert wins[1000.0, 1.0] is True


def test_the_first_call_takes_longer_only_where_the_process_begins() -> None:
    table = table_of(1, 1).assign(seconds_cpu=1.0, first_cpu=1.5, calls=2.0)
    (work,) = horizon.works(table)
    at = {name: schema.NAMES.index(name) for name in ("calls", "startup", "down")}
    seconds = {
        tuple(q.features[at[name]] for name in at): q.cpu for q in horizon.questions(work, Costs(0.0, 1e30))
    }
    assert seconds[30.0, 1.0, 0.0] == 30.5
    assert seconds[30.0, 0.0, 0.0] == 30.0
    assert simulate.seconds(process((work, 10.0)), [CPU], Costs(2.0, 1e6)) == 10.5
    assert horizon.works(table.assign(first_cpu=0.0))[0].begin == 0.0


def test_copies_cost_by_their_bytes() -> None:
    asked = horizon.questions(one(0.5), Costs(0.0, 1e6))
    at = {name: schema.NAMES.index(name) for name in ("calls", "up", "down")}
    seconds = {(q.features[at["calls"]], q.features[at["up"]], q.features[at["down"]]): q for q in asked}
    assert seconds[1.0, 2e6, 0.0].opencl == pytest.approx(2.5)
    assert seconds[1.0, 0.0, 0.0].opencl == pytest.approx(0.5)
    assert seconds[1.0, 0.0, 2e6].cpu == pytest.approx(3.0)
    assert seconds[30.0, 6e7, 0.0].opencl == pytest.approx(75.0)


def test_blocks_that_move_cost_besides_their_bytes() -> None:
    table = table_of(1, 1).assign(seconds_cpu=1.0, seconds_opencl=0.5, calls=1.0, transfer=3e6, pieces=300.0)
    platform = Costs(0.0, 1e6, block=1e-3)
    work = horizon.works(table)[0]
    asked = horizon.questions(work, platform)
    at = {name: schema.NAMES.index(name) for name in ("calls", "up")}
    seconds = {(q.features[at["calls"]], q.features[at["up"]]): q.opencl for q in asked}
    assert seconds[1.0, 0.0] == pytest.approx(0.5)
    assert seconds[1.0, 2e6] == pytest.approx(0.5 + 2.0 + 0.2), "two thirds of the blocks, as of the bytes"
    assert seconds[30.0, 6e7] == pytest.approx(30 * (0.5 + 2.0 + 0.2))
    assert simulate.seconds(process((work, 10.0)), [OPENCL], platform) == pytest.approx(5.0 + 2.2)
    moving = horizon.matrix(asked, schema.NO_PLATFORM)[:, schema.NAMES.index("moving")]
    assert sorted(set(moving.tolist())) == pytest.approx([0.0, 200.0, 6000.0, 200000.0])


def test_the_price_of_a_block_is_what_micro_benchmarks_say() -> None:
    table = table_of(60, 3).assign(block_seconds=2e-6)
    table.loc[::2, "pieces"] = 1e5
    prices = models.fit_sums(fit.data_of(table), 1, 6).sums
    assert prices is not None
    by_name = {schema.NAMES[number]: price for number, price in prices.opencl}
    assert by_name["moving"] == 2e-6
    assert horizon.costs(table).block == 2e-6
    assert horizon.costs(table.assign(block_seconds=np.nan)).block == 0.0


def test_what_the_host_makes_move_at_each_call_is_told_apart() -> None:
    table = table_of(1, 1).assign(
        transfer=1.5e6,
        calls=10.0,
        upload_bytes=1e6,
        upload_seconds=0.1,
        download_bytes=5e5,
        download_seconds=0.1,
        seconds_opencl=0.3,
    )
    work = horizon.works(table)[0]
    assert work.opencl == pytest.approx(0.2)
    assert work.again == pytest.approx(0.9e6 + 0.9 * 5e5)
    assert work.again_seconds == pytest.approx(0.18)


@pytest.mark.parametrize("others", [1, 2, 7])
def test_a_run_that_was_disturbed_does_not_count(others: int) -> None:
    runs = [3e-3] * others + [0.4]
    table = table_of(1, 1).assign(
        seconds_cpu=np.mean(runs), error_cpu=measure.error(runs), runs_cpu=len(runs), seconds_opencl=1.0
    )
    work = horizon.works(table.assign(error_opencl=np.nan, runs_opencl=1))[0]
    assert work.cpu == pytest.approx(3e-3)
    assert work.opencl == 1.0


def test_runs_that_agree_count_as_they_are() -> None:
    runs = [1.0, 1.01, 0.99]
    table = table_of(1, 1).assign(seconds_cpu=np.mean(runs), error_cpu=measure.error(runs), runs_cpu=3)
    assert horizon.works(table)[0].cpu == pytest.approx(1.0, rel=0.01)


def test_older_tables_have_defaults() -> None:
    assert horizon.costs(table_of(3, 1)) == Costs(0.001, horizon.BANDWIDTH)
    assert horizon.works(table_of(3, 1))[0].calls == 10.0


# ---- whole processes -------------------------------------------------------------------------------------------


def process(*regions: tuple[horizon.Work, float]) -> simulate.Process:
    return simulate.Process("p", "1", regions)


def test_seconds_of_a_process() -> None:
    costs = Costs(2.0, 1e6)
    both = process((one(0.5, 1.0), 10.0), (one(4.0, 1.0), 2.0))
    assert simulate.seconds(both, [CPU, CPU], costs) == pytest.approx(12.0)
    assert simulate.seconds(both, [OPENCL, OPENCL], costs) == pytest.approx(2.0 + 2.0 + 5.0 + 8.0)
    # the second region moves its two megabytes at both of its calls
    assert simulate.seconds(both, [OPENCL, CPU], costs) == pytest.approx(2.0 + 2.0 + 5.0 + 2.0 + 4.0)


def test_scores_of_fixed_choices() -> None:
    listed = simulate.processes(table_of(50, 4), (1.0,))

    def scores(value: float, granularity: Granularity) -> simulate.Scores:
        score = lambda asked: np.full(len(asked), value)  # noqa: E731 - one name for both
        return simulate.summarise((simulate.run(p, score, granularity, NO_COSTS) for p in listed), 50)

    for granularity in Granularity:
        cpu, opencl = scores(-1.0, granularity), scores(1.0, granularity)
        assert cpu.oracle == pytest.approx(cpu.always_cpu)
        assert opencl.oracle == pytest.approx(opencl.always_opencl)
        assert sum(cpu.confusion.values()) == 50


def test_by_program_all_regions_follow_and_by_region_each_its_own() -> None:
    asked_about_program = schema.NAMES.index("startup")

    def score(asked: np.ndarray) -> np.ndarray:
        items = asked[:, schema.NAMES.index("items")]
        return np.where((asked[:, asked_about_program] > 0) | (items > 1e4), 1.0, -1.0)

    table = table_of(40, 4)
    table["program"], table["arguments"] = "p", "1"
    only = simulate.processes(table, (5.0,))[0]
    by_program = simulate.run(only, score, Granularity.PROGRAM, NO_COSTS)
    by_region = simulate.run(only, score, Granularity.REGION, NO_COSTS)
    assert by_program.chosen == by_program.opencl
    assert by_region.chosen < by_program.chosen
    assert by_region.right


def test_the_device_is_opened_late_where_regions_have_waited_as_long() -> None:
    def score(asked: np.ndarray) -> np.ndarray:
        return np.where(asked[:, schema.NAMES.index("startup")] > 0, -1.0, 1.0)

    costs = Costs(0.5, 1e12)
    short, long = process((one(0.25), 2.0)), process((one(0.25), 100.0))
    assert simulate.run(short, score, Granularity.PROGRAM, costs).chosen == pytest.approx(2.0)
    # four times the start-up on the CPU, half a second for opening, 98 calls on the device
    assert simulate.run(long, score, Granularity.PROGRAM, costs).chosen == pytest.approx(2.5 + 98 * 0.25, rel=1e-3)


def test_real_runs_are_as_long_as_they_were() -> None:
    table = table_of(2, 4).assign(calls=[7.0, 3.0], real=[1.0, float("nan")])
    found = {found.arguments: found.regions for found in simulate.processes(table, (5.0,))}
    assert {arguments: regions[0][1] for arguments, regions in found.items()} == {"0": 7.0, "1": 5.0}
    assert len(simulate.processes(table, (1.0, 10.0))) == 3


def test_where_no_first_call_was_measured_nothing_is_learnt_of_what_begins_on_the_cpu() -> None:
    table = table_of(60, 3).assign(transfer=1e8, first_cpu=1.0)
    table["seconds_cpu"] = 1e-9 * table["double_ops"]
    fresh = schema.NAMES.index("fresh")

    def price(rows: pd.DataFrame) -> float:
        sums = models.fit_sums(fit.data_of(rows), 1, 6).sums
        assert sums is not None
        return dict(sums.cpu)[fresh] * 1e8 + dict(sums.cpu)[schema.NAMES.index("startup")]

    known = price(table)
    unknown = pd.concat([table, table.assign(program="old", first_cpu=float("nan"))], ignore_index=True)
    assert known > 0.5
    assert price(unknown) == pytest.approx(known, rel=0.05)


def test_programs_whose_names_begin_alike_are_held_out_together(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[set[str]] = []

    def spy(data: models.Data, seed: int, depth: int) -> models.Fitted:
        seen.append(set(data.programs))
        return models.fit_sums(data, seed, depth)

    monkeypatch.setattr(models, "KINDS", {"sums": spy})
    monkeypatch.setattr(fit, "KINDS", {"sums": spy})
    table = table_of(30, 5)
    table["program"] = [["LU", "LU_HP", "CG"][i % 3] for i in range(30)]
    fit.compare(table, kinds=("sums",), jobs=1)
    assert seen == [{"LU"}, {"CG"}]


def test_sums_find_prices_and_hold_them_for_programs_of_other_sizes() -> None:
    table = table_of(200, 6)
    table["seconds_cpu"] = 1e-6 + 2e-9 * table["cpu_double_ops"]
    table["seconds_opencl"] = 1e-3 + 1e-10 * table["double_ops"]
    found = best(fit.compare(table, kinds=("sums",), jobs=1, calls=(1.0, 100.0)), "sums")
    assert found.oracle > 0.95
    assert found.accuracy > 0.8


def test_what_the_cpu_does_at_once_is_priced_by_what_takes_longest() -> None:
    table = table_of(300, 8).assign(first_cpu=0.0)
    table["seconds_cpu"] = np.maximum(3e-9 * table["cpu_double_ops"], 1e-9 * table["cpu_int_ops"])
    sums = models.fit_sums(fit.data_of(table), 1, 6).sums
    assert sums is not None
    prices = dict(sums.cpu)
    assert prices[schema.NAMES.index("cpu_double_ops")] == pytest.approx(3e-9, rel=0.15)
    assert prices[schema.NAMES.index("cpu_int_ops")] == pytest.approx(1e-9, rel=0.15)


def test_waiting_for_results_at_each_call_is_no_part_of_the_work() -> None:
    table = table_of(4, 7).assign(
        launches=1.0,
        transfer=3e4,
        steady=1,
        calls=100.0,
        kernel_seconds=5e-6,
        upload_seconds=1e-6,
        upload_bytes=2e4,
    )
    table["seconds_opencl"] = [16e-6, 16e-6, 16e-6, 7e-6]
    table.loc[3, ["upload_bytes", "upload_seconds"]] = 200.0, 1e-8  # moved once, in a hundred calls
    assert horizon.costs(table).turn == pytest.approx(10e-6)
    works = horizon.works(table)
    assert works[0].opencl == pytest.approx(5e-6, rel=0.02)
    assert works[0].again_seconds == pytest.approx(11e-6, rel=0.02)
    assert works[3].opencl == pytest.approx(7e-6, rel=0.02)


def test_a_call_takes_as_long_as_its_kernels_at_least() -> None:
    table = table_of(1, 7).assign(steady=1, calls=100.0, kernel_seconds=8e-4, seconds_opencl=2e-4)
    assert horizon.works(table)[0].opencl == pytest.approx(8e-4)


# ---- real processes and prices ---------------------------------------------------------------------------------


def test_a_real_process_counts_as_a_row_and_a_single_call_tells_of_one_call() -> None:
    table = table_of(2, 1).assign(program="p", region=["once", "often"], arguments="A", calls=[1.0, 40.0])
    real = table.assign(real=1, whole_cpu=50.0, whole_opencl=5.0)
    calls = fit.data_of(real).features[:, schema.NAMES.index("calls")]
    assert [int((calls == number).sum()) for number in (1, 30, 1000, 41)] == [10, 5, 5, 15]
    assert len(fit.data_of(table).features) == 2 * 15 + len(simulate.CALLS)


def test_prices_are_found_that_few_questions_tell() -> None:
    random = np.random.default_rng(4)
    features = np.zeros((400, len(schema.NAMES)))
    columns = [schema.NAMES.index(name) for name in ("int_ops", "launches", "calls")]
    features[:, columns] = 10 ** random.uniform((6, 0, 0), (10, 3, 2), (400, 3))
    features[50:, columns[2]] = 0.0
    true = np.array([1e-11, 1e-5, 1e-3])
    found = dict(models._priced(features, features[:, columns] @ true, ("int_ops", "launches", "calls")))
    assert [found[column] for column in columns] == pytest.approx(true, rel=0.05)


def test_a_part_has_another_price_than_the_rest() -> None:
    random = np.random.default_rng(5)
    features = np.zeros((200, len(schema.NAMES)))
    launches, steps = schema.NAMES.index("launches"), schema.NAMES.index("steps")
    features[:, launches] = 10 ** random.uniform(0, 4, 200)
    features[:, steps] = features[:, launches] * random.choice([0.0, 0.5, 1.0], 200)
    seconds = 8e-6 * (features[:, launches] - features[:, steps]) + 2e-6 * features[:, steps]
    found = dict(models._priced(features, seconds, ("launches", "steps")))
    assert found[launches] == pytest.approx(8e-6, rel=0.05)
    assert found[launches] + found[steps] == pytest.approx(2e-6, rel=0.05)


def test_what_no_question_has_has_no_price() -> None:
    features = np.zeros((4, len(schema.NAMES)))
    column, absent = schema.NAMES.index("int_ops"), schema.NAMES.index("float_atomics")
    features[:, column] = 1e6, 1e7, 1e8, 1e9
    found = dict(models._priced(features, 1e-9 * features[:, column], ("int_ops", "float_atomics")))
    assert found[column] == pytest.approx(1e-9, rel=0.05)
    assert found[absent] == 0.0
