"""Values that work-groups sort before they store them come to the same places, in the groups of GPUs and else."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from tests.harness.build import COMPILER, execute, mapped, sequential_output
from tests.harness.compare import difference
from tests.harness.examples import PROGRAMS, load
from tests.harness.mapper import run_mapper
from tests.harness.opencl import Environment

NAMES = ["multisplit_values", "thread_counters", "thread_counters_rows"]
SEEDS = range(12)
MOST = 24000
KINDS = 4
LOCAL_BYTES = "65536"  # it counts some of it twice


@pytest.mark.opencl
@pytest.mark.parametrize("flag", ["--passes=multisplit", "-fmultisplit", "-fno-multisplit"])
@pytest.mark.parametrize("name", NAMES)
def test_same_result(name: str, flag: str, folder: Path, environment: Environment) -> None:
    example = load(PROGRAMS / f"{name}.c")
    built = mapped(example, folder, environment.variables["MAPPER_CACHE_DIR"], flag)
    actual = execute([built.executable], environment.on("opencl", MAPPER_LANES="32"))
    assert difference(sequential_output(example, folder), actual, example.tolerance) is None


@pytest.mark.opencl
@pytest.mark.parametrize("seed", SEEDS)
def test_any_number_of_any_keys(seed: int, folder: Path, environment: Environment) -> None:
    chance = random.Random(seed)
    arguments = [str(chance.choice([chance.randint(1, 600), chance.randint(600, MOST), MOST])), str(seed % KINDS)]
    arguments.append(str(chance.randint(1, 1 << 30)))
    example = load(PROGRAMS / "multisplit_values.c")
    built = mapped(example, folder, environment.variables["MAPPER_CACHE_DIR"])
    threads = str(chance.randint(1, 5))
    variables = environment.on("opencl", MAPPER_LANES="32", OMP_NUM_THREADS=threads)
    alone = environment.on("cpu", OMP_NUM_THREADS="1")
    expected = execute([built.executable, *arguments], alone)
    assert execute([built.executable, *arguments], variables) == expected


@pytest.mark.oclgrind
def test_kernels_are_clean(folder: Path, environment: Environment) -> None:
    example = load(PROGRAMS / "multisplit_values.c")
    built = mapped(example, folder, environment.variables["MAPPER_CACHE_DIR"])
    log = folder / "multisplit.oclgrind"
    expected = execute([built.executable, "3000", "3"], environment.on("cpu"))
    variables = environment.under_oclgrind(log, MAPPER_LANES="32", OCLGRIND_LOCAL_MEM_SIZE=LOCAL_BYTES)
    actual = execute([built.executable, "3000", "3"], variables)
    assert log.read_text(encoding="utf-8") == ""
    assert actual == expected


LOOPS = """\
#include <omp.h>
struct pair { int one, two; };
extern int key[60000], by_bucket[60000], begin[513], count[64][512], many[64][2000];
extern struct pair pairs[60000], by_pair[60000];
void all(int n)
{
#pragma omp parallel
  {
    int me = omp_get_thread_num();
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++)
      by_bucket[begin[key[i] % 512] + count[me][key[i] % 512]++] = key[i];
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++)
      by_pair[begin[key[i] % 512] + count[me][key[i] % 512]++] = pairs[i];
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++)
      by_bucket[i] = count[me][key[i] % 512]++;
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++)
      by_bucket[many[me][key[i] % 2000]++] = key[i];
  }
}
"""


def test_what_can_not_be_sorted_stays(tmp_path: Path) -> None:
    source = tmp_path / "loops.c"
    source.write_text(LOOPS, encoding="utf-8")
    done = run_mapper("compile", "--cc", COMPILER, "-std=c11", "--emit", "report", source, check=True)
    found = [
        [each["refused"] for each in loop["transforms"] if each["name"] == "multisplit"]
        for loop in json.loads(done.stdout)["loops"]
    ]
    assert found == [
        [None],
        ["what is stored is no number"],
        [],
        ["local memory holds less than 2 iterations for each of 2000 counters"],
    ]
