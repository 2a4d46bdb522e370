"""Access to the children of lark's trees, with their types."""

from __future__ import annotations

from collections.abc import Iterator

from lark import Token, Tree

Branch = Tree[Token]


def branch(tree: Branch, number: int) -> Branch:
    """The child of this number, which is a tree."""
    child = tree.children[number]
    assert isinstance(child, Tree)
    return child


def token_at(tree: Branch, number: int) -> Token:
    """The child of this number, which is a token."""
    child = tree.children[number]
    assert isinstance(child, Token)
    return child


def branches(tree: Branch, data: str | None = None) -> Iterator[Branch]:
    """The children of a tree that are trees, all or those of one rule."""
    for child in tree.children:
        if isinstance(child, Tree) and (data is None or child.data == data):
            yield child
