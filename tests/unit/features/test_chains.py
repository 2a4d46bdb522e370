"""What iterations of loops on the CPU wait for, and how crowded updates are."""

from __future__ import annotations

import pytest

from tests.unit.features.test_counts import features

CHAINS = {
    "sum": ("double s = 0; for (int j = 0; j < 10; j++) s += x[j]; y[i] = s;", 4),
    "polynomial": ("double s = 0; for (int j = 0; j < 10; j++) s = s * 0.5 + x[j]; y[i] = s;", 8),
    "integer": ("int s = i; for (int j = 0; j < 10; j++) s = s * 5 + 1; y[i] = s;", 4),
    "chase": ("int s = i; for (int j = 0; j < 10; j++) s = k[s]; y[i] = s;", 5),
    "call": ("double s = i; for (int j = 0; j < 10; j++) s = exp(s); y[i] = s;", 40),
    "minimum": ("double s = 9; for (int j = 0; j < 10; j++) s = fmin(s, x[j]); y[i] = s;", 4),
    "division": ("double s = 9; for (int j = 0; j < 10; j++) s = x[j] / s; y[i] = s;", 14),
    "element": ("for (int j = 0; j < 10; j++) y[i] += x[j];", 4),
    "behind": ("double s = 0, t = 0; for (int j = 0; j < 10; j++) { s += x[j]; y[j] = s * s * s; }", 4),
    "branch": ("double s = 0; for (int j = 0; j < 10; j++) if (x[j] > 0) s += x[j]; y[i] = s;", 4),
    "counter": ("int c = 0; for (int j = 0; j < 10; j++) { y[c] = x[j]; c++; }", 0),
    "own": ("for (int j = 0; j < 10; j++) { double t = x[j]; t = t * t; y[j] = t * t; }", 0),
    "written first": ("double t; for (int j = 0; j < 10; j++) { t = x[j] * 2; y[j] = t * t; }", 0),
}


@pytest.mark.parametrize("name", sorted(CHAINS))
def test_iterations_wait_for_the_chain_that_leads_from_one_to_the_next(name: str) -> None:
    body, cycles = CHAINS[name]
    text = f"""#include <math.h>
        double x[1000], y[1000]; int k[1000];
        void f(int n) {{
        #pragma omp parallel for
        for (int i = 0; i < n; i++) {{ {body} }}
        }}"""
    assert features(text, {"n": 7, "sizeof k": 4000})["cpu_chain"] == 7 * 10 * cycles


def test_a_reduction_waits_in_each_thread() -> None:
    text = """double x[1000], t;
        void f(int n) {
        #pragma omp parallel for reduction(+ : t)
        for (int i = 0; i < n; i++) t += x[i];
        }"""
    assert features(text, {"n": 50, "sizeof t": 8})["cpu_chain"] == 200


def test_updates_are_as_contended_as_their_places_are_few() -> None:
    text = """int few[64], many[6336], where[1000]; long t;
        void f(int n) {
        #pragma omp parallel for
        for (int i = 0; i < n; i++) {
        #pragma omp atomic
          ARRAY[where[i]]++;
        }
        }"""
    sizes = {"n": 100, "sizeof few": 256, "sizeof many": 4 * 6336, "sizeof t": 8}
    assert features(text.replace("ARRAY", "few"), sizes)["contended"] == 50
    assert features(text.replace("ARRAY", "many"), sizes)["contended"] == 1
    alone = features(text.replace("ARRAY[where[i]]", "t"), sizes)
    assert alone["contended"] == pytest.approx(100 * 64 / 65)
    assert alone["updates"] == 100


def test_atomics_that_only_a_kernel_has_are_not_contended() -> None:
    text = """double x[1000]; int t;
        void f(int n) {
        #pragma omp parallel for reduction(max : t)
        for (int i = 0; i < n; i++) t = i > t ? i : t;
        }"""
    found = features(text, {"n": 100, "sizeof t": 4})
    assert found["updates"] == found["contended"] == 0
