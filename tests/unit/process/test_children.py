"""Commands in threads: their order, and that nobody waits for those that nobody needs any more."""

from __future__ import annotations

import sys
import threading
import time
from pathlib import Path

import pytest

from mapper.process import children


def test_results_come_in_the_order_of_the_items() -> None:
    def slower_first(number: int) -> int:
        time.sleep(0.02 * (3 - number))
        return number * number

    assert children.each(slower_first, range(4)) == [0, 1, 4, 9]


def test_what_a_command_says_is_kept_as_it_is(tmp_path: Path) -> None:
    text = r"import os, sys; os.write(1, b'a\r\n\xff'); os.write(2, b'\xff'); print(os.getcwd()); sys.exit(3)"
    done = children.run([sys.executable, "-c", text], directory=str(tmp_path))
    assert (done.returncode, done.stdout, done.stderr) == (3, f"a\r\n\udcff{tmp_path}\n", "\ufffd")


@pytest.mark.parametrize("error", [ValueError, SystemExit])
def test_a_failure_ends_the_commands_of_the_others(error: type[BaseException]) -> None:
    begun = threading.Event()
    ends: list[int] = []

    def sleep_or_fail(number: int) -> None:
        if number == 0:
            begun.wait(300)
            raise error
        begun.set()
        time.sleep(0.1)  # the command begins when the other has failed already
        ends.append(children.run(["sleep", "600"]).returncode)

    before = time.monotonic()
    with pytest.raises(error):
        children.each(sleep_or_fail, range(50))
    assert time.monotonic() - before < 300
    assert ends
    assert set(ends) == {-15}
    assert len(ends) < 50
