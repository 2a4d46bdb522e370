"""The start image: what Python makes of modules before they can run, in one file of the user's cache.

It holds the code of modules, the regular expressions of modules as the matcher takes them, and the methods of
dataclasses.  A module's code is used as long as its source has the time and the size that it had.  Where the file
can't be written or lacks something, that is made anew.
"""

from __future__ import annotations

import atexit
import contextlib
import dataclasses
import marshal
import os
import re
import sys
from _thread import _count as threads
from collections.abc import Sequence
from importlib import _bootstrap as bootstrap
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import MAGIC_NUMBER, spec_from_file_location
from inspect import CO_OPTIMIZED
from types import CodeType, ModuleType
from typing import Any
from zlib import adler32, crc32

from mapper.process.caches import cache_directory, is_ordinary_process, map_trusted, write_whole

_MOST_BYTES = 64 << 20

_FINDS = "_find_and_load"
"""What imports a module that is not there yet, in the import system of Python 3.11 and later."""

_Module = tuple[str, tuple[int, int], bool, bytes | memoryview]
"""A module's file, its state, whether it is a package, and its code."""


def use() -> None:
    """From now on this process takes what it can from the image, and adds what it lacks when it ends."""
    if not is_ordinary_process():
        return
    versions = repr((sys.version, MAGIC_NUMBER, sys.flags.optimize, os.path.dirname(__file__))).encode()
    image = _Image(cache_directory(os.environ) / f"start-{adler32(versions):08x}{crc32(versions):08x}")
    sys.meta_path.insert(0, image)
    if hasattr(bootstrap, _FINDS):
        image.usually_found = getattr(bootstrap, _FINDS)
        setattr(bootstrap, _FINDS, image.found)
    setattr(dataclasses, "exec", image.execute)  # noqa: B010 - in the place of the built-in function
    compiler: Any = getattr(re, "_compiler", None)
    if hasattr(compiler, "_code") and hasattr(compiler, "_parser") and hasattr(compiler, "_sre"):
        image.compiler = compiler
        image.usual, compiler.compile = compiler.compile, image.pattern
    atexit.register(image.keep)


class _Image:
    """What this process knows of the image; with `changed` the file lacks some of it.

    The file has a checksum, the length of a table, that table, and the modules' codes, which the table refers to.
    """

    def __init__(self, path: Any) -> None:
        self.path = path
        self.modules: dict[str, _Module] = {}
        self.patterns: dict[tuple[str | bytes, int], tuple[Any, ...]] = {}
        self.methods: dict[str, bytes] = {}
        self.changed = False
        self.compiler: Any = None
        self.usual: Any = None
        self.usually_found: Any = None
        with contextlib.suppress(OSError, EOFError, ValueError, TypeError):
            data = memoryview(map_trusted(path, _MOST_BYTES) or b"")
            if data[:4] == _checksum(data[4:]):
                codes = 8 + int.from_bytes(data[4:8])
                table, self.patterns, self.methods = marshal.loads(data[8:codes])
                for name, (file, state, package, start, end) in table.items():
                    self.modules[name] = file, state, package, data[codes + start : codes + end]

    def keep(self) -> None:
        """Write the file again if it lacks something; modules whose sources are gone are left out."""
        if not self.changed:
            return
        table, codes, start = {}, [], 0
        for name, (file, state, package, code) in self.modules.items():
            if os.path.exists(file):
                table[name] = file, state, package, start, start + len(code)
                codes.append(code)
                start += len(code)
        head = marshal.dumps((table, self.patterns, self.methods))
        data = b"".join([len(head).to_bytes(4), head, *codes])
        with contextlib.suppress(OSError):
            write_whole(self.path, _checksum(data) + data)

    def found(self, name: str, import_: Any) -> ModuleType:
        """Import a module: what the import system does, and quickly where the image has a package's module.

        Its locks are needed only where there are other threads.
        """
        parent, _, last = name.rpartition(".")
        if name in self.modules and parent and not threads():
            package = sys.modules.get(parent) or self.found(parent, import_)
            if name in sys.modules:
                return sys.modules[name]
            known = self._unchanged(name, getattr(package, "__path__", ()))
            if known is not None:
                module = self._made(name, known)
                setattr(package, last, module)
                return module
        found: ModuleType = self.usually_found(name, import_)
        return found

    def _made(self, name: str, known: _Module) -> ModuleType:
        """A module that the image has."""
        file, _, is_package, code = known
        module = ModuleType(name)
        module.__file__, module.__loader__ = file, _Loader(self, name, file)
        module.__spec__ = ModuleSpec(name, module.__loader__, origin=file, is_package=is_package)
        if is_package:
            module.__path__ = module.__spec__.submodule_search_locations = [os.path.dirname(file)]
        module.__package__ = name if is_package else name.rpartition(".")[0]
        sys.modules[name] = module
        try:
            exec(marshal.loads(code), module.__dict__)
        except BaseException:
            sys.modules.pop(name, None)
            raise
        return sys.modules[name]

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """How to load a module of a package; others are found as ever."""
        if path is None:
            return None
        if (known := self._unchanged(name, path)) is not None:
            file, _, package, _ = known
            loader, places = _Loader(self, name, file), [os.path.dirname(file)] if package else None
            return spec_from_file_location(name, file, loader=loader, submodule_search_locations=places)
        self.modules.pop(name, None)
        spec = PathFinder.find_spec(name, path, target)
        if spec is not None and type(spec.loader) is SourceFileLoader:
            spec.loader = _Loader(self, name, spec.loader.path)
        return spec

    def _unchanged(self, name: str, path: Sequence[str]) -> _Module | None:
        """What the image has of a module that is in one of the folders and as old and large as it was."""
        known = self.modules.get(name)
        if known is None:
            return None
        file, state, package, _ = known
        folder = os.path.dirname(file)
        with contextlib.suppress(OSError):
            if (os.path.dirname(folder) if package else folder) in path and state == _state(file):
                return known
        return None

    def execute(self, text: str, names: dict[str, Any], made: dict[str, Any]) -> None:
        """Run the text of a dataclass's methods."""
        known = self.methods.get(text)
        if known is None:
            known = self.methods[text] = marshal.dumps(compile(text, "<string>", "exec"))
            self.changed = True
        exec(marshal.loads(known), names, made)

    def pattern(self, text: str | bytes, flags: int = 0) -> re.Pattern[Any]:
        """A regular expression; kept are those that are made when modules are imported."""
        known = self.patterns.get((text, flags))
        if known is None:
            if sys._getframe(3).f_code.co_flags & CO_OPTIMIZED or not isinstance(text, str | bytes):
                made: re.Pattern[Any] = self.usual(text, flags)
                return made
            parsed = self.compiler._parser.parse(text, flags)
            names, groups = parsed.state.groupdict, parsed.state.groups
            numbered = {number: name for name, number in names.items()}
            code = list(map(int, self.compiler._code(parsed, flags)))
            by_number = tuple(map(numbered.get, range(groups)))
            known = (text, int(flags | parsed.state.flags), code, groups - 1, dict(names), by_number)
            self.patterns[text, flags] = known
            self.changed = True
        found: re.Pattern[Any] = self.compiler._sre.compile(*known)
        return found


def _checksum(data: bytes | memoryview) -> bytes:
    """Four bytes, which are others in a damaged file."""
    return adler32(data).to_bytes(4)


class _Loader(SourceFileLoader):
    """Loads one module, by its code in the image if there is one."""

    def __init__(self, image: _Image, name: str, path: str) -> None:
        super().__init__(name, path)
        self.image = image

    def get_code(self, fullname: str) -> CodeType | None:
        """The module's code."""
        known = self.image.modules.get(fullname)
        if known is not None:
            code: CodeType = marshal.loads(known[3])
            return code
        state = _state(self.path)
        found = super().get_code(fullname)
        self.image.modules[fullname] = (self.path, state, self.is_package(fullname), marshal.dumps(found))
        self.image.changed = True
        return found


def _state(file: str) -> tuple[int, int]:
    """What changes when a file is written.  Raises `OSError`."""
    status = os.stat(file)
    return status.st_mtime_ns, status.st_size
