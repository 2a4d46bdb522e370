"""How a kernel's code says that it stops: see `Kernel.stops`.

Two statements represent themselves in trees, spelled as jumps: `stop()` gives the work-item up, and `check()`,
behind each call of a function that may stop, does so if that function did.  To all analyses they are empty: what
a kernel does that stops is undone.
"""

from __future__ import annotations

from pycparser import c_ast

from mapper.ir.trees.nodes import statements_in

_STOP = "mrt_stop"
_CHECK = "mrt_check"


def stop() -> c_ast.Goto:
    """The statement that stops."""
    return c_ast.Goto(_STOP)


def check() -> c_ast.Goto:
    """The statement that stops if a function that was called did."""
    return c_ast.Goto(_CHECK)


def is_stop(node: c_ast.Node) -> bool:
    """Whether a statement is `stop()`."""
    return isinstance(node, c_ast.Goto) and node.name == _STOP


def is_check(node: c_ast.Node) -> bool:
    """Whether a statement is `check()`."""
    return isinstance(node, c_ast.Goto) and node.name == _CHECK


def may_stop(root: c_ast.Node) -> bool:
    """Whether there is either in some code."""
    return any(is_stop(node) or is_check(node) for node in statements_in(root))
