"""Whether rows of rows overlap, as the run-time library's header sees it, against all of their elements."""

from __future__ import annotations

import subprocess
from itertools import product
from operator import itemgetter
from pathlib import Path

from mapper import runtime
from tests.harness.build import COMPILER, SECONDS

LENGTHS, MOST = (0, 1, 2, 3, 4, 6, 9, 12), (0, 1, 2)
PROGRAM = """#include <stdio.h>
#include "mapper_rt.h"
int main(void) {
  long rest, one, most, other, most_other, third, most_third;
  while (scanf("%ld %ld %ld %ld %ld %ld %ld", &rest, &one, &most, &other, &most_other, &third, &most_third) == 7)
    printf("%d\\n", mrt_rows_apart(rest, one, most, other, most_other, third, most_third));
  return 0;
}
"""
FAR = 1 << 62


def test_rows_are_apart_as_their_elements_are(tmp_path: Path) -> None:
    (tmp_path / "rows.c").write_text(PROGRAM, encoding="utf-8")
    header = Path(runtime.__file__).parent
    build = [COMPILER, "-Wall", "-Wextra", "-Werror", "-std=gnu90", f"-I{header}", "rows.c", "-o", "rows"]
    subprocess.run(build, cwd=tmp_path, check=True, timeout=SECONDS)
    asked = [
        (rest, one, most, other, most_other, third, 2 if third else 0)
        for rest, one, most, other, most_other, third in product(
            (0, 1, 2), LENGTHS, MOST, LENGTHS, MOST, (0, 5, 20)
        )
    ]
    refused = [(-1, 5, 2, 0, 0, 0, 0), (1, FAR, 2, 3, 1, 0, 0), (1, -5, 2, 0, 0, 0, 0), (1, 5, -1, 9, 1, 0, 0)]
    refused += [(0, 5, 9, 20, 0, 0, 0)]  # elsewhere, the second length may be taken more often
    text = "\n".join(" ".join(map(str, each)) for each in (*asked, *refused))
    said = subprocess.run(
        ["./rows"], cwd=tmp_path, input=text, check=True, capture_output=True, text=True, timeout=SECONDS
    )
    answers = [each == "1" for each in said.stdout.split()]
    assert not any(answers[len(asked) :])
    for each, apart in zip(asked, answers, strict=False):
        assert not apart or _are_apart(*each), each
        assert apart or not _is_nested(*each), each


def _are_apart(rest: int, one: int, most: int, other: int, most_other: int, third: int, most_third: int) -> bool:
    numbers = product(range(rest + 1), range(most + 1), range(most_other + 1), range(most_third + 1))
    elements = [a + b * one + c * other + d * third for a, b, c, d in numbers]
    return len(elements) == len(set(elements))


def _is_nested(rest: int, *terms: int) -> bool:
    """Whether each length that counts is more than what all shorter ones add up to."""
    reached = rest
    for length, most in sorted(zip(terms[::2], terms[1::2], strict=True), key=itemgetter(0)):
        if most == 0 and length == 0:
            continue
        if length <= reached:
            return False
        reached += length * most
    return True
