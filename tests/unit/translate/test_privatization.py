"""Which shared variables are copies in each work-item."""

from __future__ import annotations

import pytest

from tests.unit.translate.programs import kernel


@pytest.mark.parametrize(
    ("body", "private"),
    [
        ("t = 2.0 * i; v[i] = t;", True),
        ("if (v[i] > 0.0) t = 1.0; else { t = 2.0; } v[i] = t;", True),
        ("for (int j = 0; j < n; j++) { t = j; v[i] += t; }", True),
        ("for (int j = 0; j < n; j++) { t = j; t++; v[i] += t; }", True),
        ("if (i == 3) t = i;", False),
        ("for (t = 0; t < 20; t++) v[i] += t;", True),
        ("v[i] = t; t = i;", False),
        ("if (v[i] > 5.0) t = i; else v[i] = t;", False),
        ("for (int j = 0; j < i; j++) { t = j; v[i] += t; }", False),
        ("for (int j = 0; j < w[i]; j++) { t = j; v[i] += t; }", False),
        ("if (v[i] > 5.0) continue; t = i; v[i] = t;", False),
        ("v[i] > 5.0 && (t = i);", False),
        ("t = i; v[i] = t + read();", False),
    ],
)
def test_shared_scalars(body: str, private: bool) -> None:
    text = f"""
    static double v[20], t;
    static int w[20];
    static double read(void) {{ return t; }}
    int main(int n, char **argv)
    {{
    #pragma omp parallel for
      for (int i = 0; i < 20; i++) {{ {body} }}
      return v[n] > read();
    }}
    """
    names = {each.name for each in kernel(text).parameters}
    assert ("t_last" in names, "t" in names) == (private, not private)
    assert ("t_first" in names) == (private and "int j" in body)  # the loop may not run


@pytest.mark.parametrize(
    "body",
    [
        "for (t = 0; t < 20; t++) v[i] += t;",
        "for (int j = 0; j < i; j++) { t = j; v[i] += t; }",
        "if (v[i] > 5.0) { t = v[i]; v[i] = t * t; }",
        "if (v[i] > 5.0) continue; t = i; v[i] = t;",
        "v[i] > 5.0 && (v[i] = t = i);",
    ],
)
def test_nothing_is_read_behind(body: str) -> None:
    text = f"""
    static double v[20];
    int main(int n, char **argv)
    {{
      double t;
    #pragma omp parallel for
      for (int i = 0; i < 20; i++) {{ {body} }}
      return v[n] > 3.0;
    }}
    """
    assert not {"t", "t_last", "t_first"} & {each.name for each in kernel(text).parameters}


def test_seen_through_a_pointer() -> None:
    text = """
    static double t, v[20];
    double *other = &t;
    int main(int n, char **argv)
    {
    #pragma omp parallel for
      for (int i = 0; i < 20; i++) { t = i; v[i] = t; }
      return v[n] > 3.0;
    }
    """
    assert "t" in {each.name for each in kernel(text).parameters}
