"""Private variables that a function sets where its result says so: which reads of them follow a store."""

from __future__ import annotations

import pytest

from tests.unit.translate.programs import translated

SURE = {
    "two ways": ("if (a[k]) return 0; *v = k; return 1;", "if (f(i, &v)) b[i] = v;"),
    "compared": ("if (a[k]) return 0; *v = k; return 1;", "if (f(i, &v) == 1) b[i] = v;"),
    "the other way": ("if (a[k]) { *v = k; return 0; } return 1;", "if (!f(i, &v)) b[i] = v;"),
    "kept in a variable": ("if (a[k]) return 0; *v = k; return 1;", "int r = f(i, &v); if (r > 0) b[i] = v;"),
    "three results": (
        "if (a[k]) return -1; if (k > 5) return 0; *v = k; return 1;",
        "if (f(i, &v) > 0) b[i] = v;",
    ),
    "further conditions": ("if (a[k]) return 0; *v = k; return 1;", "if (f(i, &v) && v < 9) b[i] = v;"),
}
UNSURE = {
    "the wrong result": ("if (a[k]) return 0; *v = k; return 1;", "if (!f(i, &v)) b[i] = v;"),
    "one of three": ("if (a[k]) return 1; if (k > 5) return 0; *v = k; return 1;", "if (f(i, &v) > 0) b[i] = v;"),
    "another call": ("if (a[k]) return 0; *v = k; return 1;", "f(i, &v); if (f(i + 1, &w)) b[i] = v;"),
    "in a loop": ("while (k--) if (a[k]) return 1; *v = k; return 1;", "if (f(i, &v)) b[i] = v;"),
    "behind a loop": (
        "int r = 1; for (int j = 0; j < k; j++) if (a[j]) r = 0; if (r) *v = k; return 1 - r;",
        "if (f(i, &v)) b[i] = v;",
    ),
    "in a switch": ("switch (a[k]) { case 0: return 1; default: *v = k; } return 1;", "if (f(i, &v)) b[i] = v;"),
}


def verdict(function: str, body: str, kind: str = "int") -> str:
    program = translated(
        f"""
        static int a[64], b[64];
        static {kind} f(int k, int *v) {{ {function} }}
        void g(int n) {{
          int v = 3, w = 4;
        #pragma omp parallel for firstprivate(v, w)
          for (int i = 0; i < n; i++) {{ {body} }}
        }}
        int main(int c, char **p) {{ a[c] = c; g(c); return b[c]; }}
        """
    )
    (loop,) = program.regions[0].loops
    return "runs" if loop.kept is None else f"{loop.kept.code}: {loop.kept.reason}"


@pytest.mark.parametrize("name", SURE)
def test_stored_where_the_result_says_so(name: str) -> None:
    assert verdict(*SURE[name]) == "runs"


@pytest.mark.parametrize("name", UNSURE)
def test_not_stored_on_some_way(name: str) -> None:
    assert verdict(*UNSURE[name]).startswith("K014: the private `v` may carry")


def test_a_result_is_cut_off_as_its_type_has_it() -> None:
    function, body = "if (a[k]) return 258; *v = k; return 1;", "if (f(i, &v) < 200) b[i] = v;"
    assert verdict(function, body) == "runs"
    assert verdict(function, body, "unsigned char").startswith("K014")
