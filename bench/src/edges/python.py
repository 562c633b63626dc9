"""Resolves the imports of Python files against a tree, with CPython's own parser and own rules of the path finder. Files
are parsed, never imported or run. Reads one JSON object from stdin: the folder and its Python files; writes one JSON line
for each imported name: file, line, specifier, name, files of which each is right.

A script, with a first line `#!` or a test of `__name__ == "__main__"`, finds a module in its folder first. The import path of a file is that of an installation from source of the nearest project (`pyproject.toml`, `setup.py` or
`setup.cfg`): its folders with packages, then those of the scanned folder and of the members of its uv workspace, which
are installed together."""

import _imp
import ast
import configparser
import glob
import json
import os
import sys
import tomllib
import warnings

warnings.simplefilter("ignore")
sys.setrecursionlimit(20_000)

STANDARD = set(sys.stdlib_module_names)


class Tree:
    """Modules by the files of a tree: a package before a module before a folder with Python in it (PEP 420)."""

    def __init__(self, files):
        self.files = set(files)
        self.folders = set()
        for path in files:
            folder = os.path.dirname(path)
            while folder not in self.folders:
                self.folders.add(folder)
                folder = os.path.dirname(folder)

    def file_of(self, folder, name):
        """The file of a module in a folder, and the folder of its submodules if it is a package."""
        path = f"{folder}/{name}" if folder else name
        for suffix in (".py", ".pyi"):
            if f"{path}/__init__{suffix}" in self.files:
                return f"{path}/__init__{suffix}", path
        for suffix in (".py", ".pyi"):
            if f"{path}{suffix}" in self.files:
                return f"{path}{suffix}", None
        return (None, path) if path in self.folders else None

    def find(self, folder, names):
        """(file or None for a namespace, folder or None for a module); None if there is none."""
        found = (self.init_of(folder), folder)
        for name in names:
            if found is None or found[1] is None:
                return None
            found = self.file_of(found[1], name)
        return found

    def init_of(self, folder):
        for suffix in (".py", ".pyi"):
            path = f"{folder}/__init__{suffix}" if folder else f"__init__{suffix}"
            if path in self.files:
                return path
        return None


def bound_names(tree):
    """Names that a module binds at its top level, in branches too; a star or a `__getattr__` can bind any."""
    names, open_ended = set(), False
    pending = list(tree.body)
    while pending:
        node = pending.pop()
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            names.add(node.name)
            open_ended |= node.name == "__getattr__"
            continue
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            for alias in node.names:
                open_ended |= alias.name == "*"
                names.add((alias.asname or alias.name).split(".")[0])
            continue
        for child in ast.walk(node) if not hasattr(node, "body") else []:
            if isinstance(child, ast.Name) and isinstance(child.ctx, ast.Store):
                names.add(child.id)
        for field in ("body", "orelse", "finalbody", "handlers", "cases"):
            pending.extend(getattr(node, field, []) or [])
        for target in ("target", "optional_vars"):
            value = getattr(node, target, None)
            if isinstance(value, ast.Name):
                names.add(value.id)
    return names, open_ended


def below(project, path):
    joined = os.path.normpath(os.path.join(project, path))
    return "" if joined == "." else joined


def configured_folders(folder, project):
    """Folders with packages that setuptools is configured with."""
    found = []
    try:
        with open(os.path.join(folder, project, "pyproject.toml"), "rb") as file:
            setuptools = tomllib.load(file).get("tool", {}).get("setuptools", {})
        packages = setuptools.get("packages", {})
        if isinstance(packages, dict):
            found.extend(packages.get("find", {}).get("where", []))
        found.extend(path for name, path in setuptools.get("package-dir", {}).items() if name == "")
    except (OSError, tomllib.TOMLDecodeError):
        pass
    parser = configparser.ConfigParser(interpolation=None)
    try:
        parser.read(os.path.join(folder, project, "setup.cfg"), encoding="utf-8")
        for line in parser.get("options", "package_dir", fallback="").splitlines():
            name, equals, path = line.partition("=")
            if equals and not name.strip():
                found.append(path.strip())
        where = parser.get("options.packages.find", "where", fallback="").strip()
        found.extend([where] if where else [])
    except (configparser.Error, UnicodeDecodeError):
        pass
    return [below(project, path) for path in found]


def workspace_members(folder):
    """Folders of the members of a uv workspace."""
    try:
        with open(os.path.join(folder, "pyproject.toml"), "rb") as file:
            workspace = tomllib.load(file).get("tool", {}).get("uv", {}).get("workspace", {})
    except (OSError, tomllib.TOMLDecodeError):
        return []
    found = [{path for pattern in workspace.get(key, []) for path in glob.glob(pattern, root_dir=folder)} for key in ("members", "exclude")]
    return sorted(below("", path) for path in found[0] - found[1])


class Mapped:
    """Packages of a project that setuptools finds by name (`package-dir`)."""

    def __init__(self, folders):
        self.folders = folders

    def find(self, tree, names):
        for count in range(len(names), 0, -1):
            folder = self.folders.get(".".join(names[:count]))
            if folder is not None:
                return tree.find(folder, names[count:])
        return None


def mapped_packages(folder, project):
    try:
        with open(os.path.join(folder, project, "pyproject.toml"), "rb") as file:
            written = tomllib.load(file).get("tool", {}).get("setuptools", {}).get("package-dir", {})
    except (OSError, tomllib.TOMLDecodeError):
        return []
    found = {name: below(project, path) for name, path in written.items() if name != ""}
    return [Mapped(found)] if found else []


class Roots:
    """The import path of each folder."""

    def __init__(self, folder):
        self.folder, self.known = folder, {}

    def of(self, path):
        if path not in self.known:
            own = self.packages_in(path) if path == "" or self.is_project(path) else None
            if own is None:
                self.known[path] = self.of(os.path.dirname(path))
            else:
                self.known[path] = own + (self.packages_of_members() if path == "" else self.of(""))
        return self.known[path]

    def is_project(self, path):
        names = ("pyproject.toml", "setup.py", "setup.cfg")
        return any(os.path.isfile(os.path.join(self.folder, path, name)) for name in names)

    def packages_of_members(self):
        return [path for member in workspace_members(self.folder) for path in self.packages_in(member)]

    def packages_in(self, project):
        folders = configured_folders(self.folder, project)
        if os.path.isdir(os.path.join(self.folder, project, "src")):
            folders.append(below(project, "src"))
        return [*mapped_packages(self.folder, project), *dict.fromkeys([*folders, project])]


class Judge:
    def __init__(self, folder, files):
        self.folder, self.tree, self.roots = folder, Tree(files), Roots(folder)
        self.parsed, self.bound = {}, {}

    def parse(self, path):
        if path not in self.parsed:
            try:
                with open(os.path.join(self.folder, path), "rb") as file:
                    self.parsed[path] = ast.parse(file.read())
            except (SyntaxError, ValueError, OSError):
                self.parsed[path] = None
        return self.parsed[path]

    def is_script(self, path):
        if self.tree.init_of(os.path.dirname(path)) is not None:
            return False
        with open(os.path.join(self.folder, path), "rb") as file:
            if file.read(2) == b"#!":
                return True
        tests = [it.test for it in getattr(self.parse(path), "body", []) if isinstance(it, ast.If)]
        return any(ast.unparse(it) in ("__name__ == '__main__'", "'__main__' == __name__") for it in tests)

    def own_names(self, path):
        if path not in self.bound:
            tree = self.parse(path)
            self.bound[path] = bound_names(tree) if tree is not None else (set(), True)
        return self.bound[path]

    def locations(self, importer, level, module):
        """Where a module is, for each folder of the import path that has it."""
        names = module.split(".") if module else []
        if level > 0:
            folder = os.path.dirname(importer)
            for _ in range(level - 1):
                if folder == "":
                    return []
                folder = os.path.dirname(folder)
            found = self.tree.find(folder, names)
            return [] if found is None else [found]
        if names[0] in sys.builtin_module_names or _imp.is_frozen(names[0]):
            return []
        beside = self.tree.find(os.path.dirname(importer), names) if self.is_script(importer) else None
        if beside is not None and beside[0] is not None:
            return [beside]
        roots = self.roots.of(os.path.dirname(importer))
        searched = (it.find(self.tree, names) if isinstance(it, Mapped) else self.tree.find(it, names) for it in roots)
        found = [it for it in searched if it is not None]
        regular = [it for it in found if it[0] is not None]
        if regular:
            return regular[:1]
        # The standard library is before namespace packages, which are searched to the end of the path.
        return [] if names and names[0] in STANDARD else found

    def files_of_name(self, importer, location, name):
        """The files that `from location import name` can lead to: the package where it binds the name, else a module in it."""
        file, folder = location
        if name == "*" or folder is None:
            return [file] if file else []
        inside = self.tree.file_of(folder, name)
        module = inside[0] if inside is not None else None
        if file is None or file == importer:
            return [module] if module else ([file] if file and inside is None else [])
        names, open_ended = self.own_names(file)
        if name in names:
            # `from . import name` in the package binds the module itself.
            return [it for it in (file, module) if it]
        if module is not None:
            return [module, file] if open_ended else [module]
        return [file]

    def imports(self, path):
        tree = self.parse(path)
        if tree is None:
            return
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                for alias in node.names:
                    files = [it[0] for it in self.locations(path, 0, alias.name) if it[0]]
                    yield node.lineno, alias.name, None, files
            elif isinstance(node, ast.ImportFrom):
                specifier = "." * node.level + (node.module or "")
                found = self.locations(path, node.level, node.module or "")
                for alias in node.names:
                    files = [file for location in found for file in self.files_of_name(path, location, alias.name)]
                    yield node.lineno, specifier, alias.name, files


request = json.load(sys.stdin)
judge = Judge(request["folder"], request["files"])
for path in request["files"]:
    for line, specifier, name, files in judge.imports(path):
        print(json.dumps([path, line, specifier, name, files]))
