"""A tree as C: the two functions that `struct mrt_program` of the run-time library points to.

`mrt_combine` fills in the combined features, `mrt_decide` walks the tree as nested conditions.  Thresholds are
printed as hexadecimal doubles, and features are rounded to float first, so that the C code takes the very
branch that scikit-learn takes.
"""

from __future__ import annotations

from mapper.features import schema
from mapper.model.tree import CLASSES, Leaf, Model, Node

_HEAD = """\
static __inline__ double mrt_positive(double value)
{
  return value > 0.0 ? value : 0.0;
}

static __inline__ double mrt_ratio(double numerator, double denominator)
{
  return denominator != 0.0 ? numerator / denominator : 0.0;
}
"""


def tree_as_c(model: Model) -> str:
    """The C text of `mrt_positive`, `mrt_ratio`, `mrt_combine` and `mrt_decide`, all static.

    `mrt_decide` appends each condition that held to `path`, when that is not NULL, through the run-time
    library's `mrt_path`.
    """
    lines = [_HEAD, "static void mrt_combine(double *f)", "{"]
    lines += [f"  {assignment}" for assignment in schema.combined_as_c("f")]
    lines += ["}", "", "static int mrt_decide(const double *f, char *path, mrt_size size)", "{"]
    body = _node(model.tree, 1)
    if isinstance(model.tree, Leaf):
        body = ["  (void)f;", "  (void)path;", "  (void)size;", *body]
    lines += [*body, "}", ""]
    return "\n".join(lines)


def _node(node: Node, depth: int) -> list[str]:
    pad = "  " * depth
    if isinstance(node, Leaf):
        return [f"{pad}return {node.decision}; /* {CLASSES[node.decision]} */"]
    name = schema.NAMES[node.feature]
    shown = f"{node.threshold:.6g}"
    return [
        f"{pad}if ((double)(float)f[{node.feature}] <= {node.threshold.hex()}) {{ /* {name} <= {shown} */",
        f'{pad}  mrt_path(path, size, "{name} <= {shown}");',
        *_node(node.left, depth + 1),
        f"{pad}}}",
        f'{pad}mrt_path(path, size, "{name} > {shown}");',
        *_node(node.right, depth),
    ]
