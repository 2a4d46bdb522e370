"""What commands print on."""

from __future__ import annotations

import os

from rich.console import Console
from rich.table import Table

UNWRAPPED = 10_000


def usual_console() -> Console:
    """Standard output; lines are wrapped on terminals alone, so that paths in files and pipes stay whole.

    `COLUMNS` gives another width.
    """
    console = Console()
    if not console.is_terminal and "COLUMNS" not in os.environ:
        console.width = UNWRAPPED
    return console


def print_table(console: Console, table: Table) -> None:
    """Print a table; lines end with their last word where no terminal shows them."""
    if console.is_terminal:
        console.print(table)
        return
    with console.capture() as captured:
        console.print(table)
    for line in captured.get().splitlines():
        console.out(line.rstrip(), highlight=False)
