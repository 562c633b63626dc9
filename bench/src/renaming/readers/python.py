"""Tells where the locals of Python functions stand, by CPython's own parser and symbol tables; never runs them.

Each line of the input is a JSON list of a program and the line where its function begins. Each line of the output is
`{"occurrences": [[offset, name], ...], "shared": bool}`, with offsets in UTF-16 units, or `{"unsafe": reason}`.
The first line is the version.
"""

import ast
import io
import json
import platform
import symtable
import sys
import tokenize
import warnings

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
COMPREHENSIONS = {
    ast.ListComp: "listcomp",
    ast.SetComp: "setcomp",
    ast.DictComp: "dictcomp",
    ast.GeneratorExp: "genexpr",
}
BY_NAME = {"locals", "vars", "dir", "eval", "exec"}
SELF = {"self", "cls"}


class Unsafe(Exception):
    pass


class Scope:
    def __init__(self, node, table, parent):
        self.node, self.table, self.parent = node, table, parent
        self.names = []
        self.inner = []
        self.imported = set()

    def owner(self, name):
        """The function scope whose local the name is, or None."""
        symbol = self.lookup(name)
        if self.table.get_type() == "function" and symbol.is_local() and not symbol.is_global():
            return self
        if not symbol.is_free():
            return None
        scope = self.parent
        while scope is not None:
            if scope.table.get_type() == "function" and name in scope.table.get_identifiers():
                found = scope.table.lookup(name)
                if found.is_local() and not found.is_free():
                    return scope
            scope = scope.parent
        return None

    def lookup(self, name):
        try:
            return self.table.lookup(name)
        except KeyError:
            raise Unsafe("a name that the class mangles")


class Reader(ast.NodeVisitor):
    """Sorts the names of a program by scope."""

    def __init__(self, source, table):
        self.text = Text(source)
        self.scope = Scope(None, table, None)
        self.scopes = [self.scope]

    def read(self, tree):
        for statement in tree.body:
            self.visit(statement)
        # Scopes are entered once all of their parent's are known.
        for scope in self.scopes:
            self.enter(scope)

    def enter(self, scope):
        tables = {}
        for table in scope.table.get_children():
            tables.setdefault((table.get_name(), table.get_lineno()), []).append(table)
        for node, parts in scope.inner:
            group = tables.get((name_of(node), node.lineno), [])
            if not group:
                raise Unsafe("the symbol table lacks a scope")
            if any(flags(table) != flags(group[0]) for table in group):
                raise Unsafe("two scopes on one line")
            inner = Scope(node, group[0], scope)
            self.scopes.append(inner)
            outer, self.scope = self.scope, inner
            for part in parts:
                self.visit(part)
            self.scope = outer

    def visit_FunctionDef(self, node):
        self.definition(node)
        for part in node.decorator_list + outside(node.args) + ([node.returns] if node.returns else []):
            self.visit(part)
        self.scope.inner.append((node, [bare(each) for each in arguments(node.args)] + node.body))

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_Lambda(self, node):
        for part in outside(node.args):
            self.visit(part)
        self.scope.inner.append((node, [bare(each) for each in arguments(node.args)] + [node.body]))

    def visit_ClassDef(self, node):
        self.definition(node)
        for part in node.decorator_list + node.bases + node.keywords:
            self.visit(part)
        self.scope.inner.append((node, node.body))

    def definition(self, node):
        word = self.text.name_after(node.lineno, node.col_offset, "class" if isinstance(node, ast.ClassDef) else "def")
        self.scope.names.append((node.name, word, node))

    def comprehension(self, node):
        first, *others = node.generators
        self.visit(first.iter)
        parts = [first.target, *first.ifs, *others]
        parts += [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
        self.scope.inner.append((node, parts))

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = comprehension

    def visit_Name(self, node):
        self.scope.names.append((node.id, self.text.offset(node.lineno, node.col_offset), node))

    def visit_arg(self, node):
        self.scope.names.append((node.arg, self.text.offset(node.lineno, node.col_offset), node))

    def visit_ExceptHandler(self, node):
        if node.name is not None:
            offset = self.text.name_after(node.type.end_lineno, node.type.end_col_offset, "as")
            self.scope.names.append((node.name, offset, node))
        self.generic_visit(node)

    def visit_Import(self, node):
        for alias in node.names:
            self.scope.imported.add(alias.asname or alias.name.split(".")[0])

    visit_ImportFrom = visit_Import

    def visit_Global(self, node):
        raise Unsafe("`global`")

    def visit_Nonlocal(self, node):
        raise Unsafe("`nonlocal`")

    def visit_Match(self, node):
        raise Unsafe("`match`, whose captures have no range")

    def visit_FormattedValue(self, node):
        if self.text.after(node.value.end_lineno, node.value.end_col_offset).startswith("="):
            raise Unsafe("a format that shows the name")
        self.generic_visit(node)


class Text:
    def __init__(self, source):
        self.source = source
        self.lines = source.split("\n")
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line) + 1)
        words = tokenize.generate_tokens(io.StringIO(source).readline)
        self.words = [(token.start, token.string) for token in words]

    def offset(self, line, byte):
        """The offset in code points of a line and a UTF-8 byte offset from `ast`."""
        return self.starts[line - 1] + len(self.lines[line - 1].encode()[:byte].decode(errors="replace"))

    def after(self, line, byte):
        return self.source[self.offset(line, byte) :].lstrip(" ")

    def name_after(self, line, byte, keyword):
        """The offset of the word after the first such keyword at or after a position."""
        column = self.offset(line, byte) - self.starts[line - 1]
        for (position, word), (following, _) in zip(self.words, self.words[1:]):
            if position >= (line, column) and word == keyword:
                return self.starts[following[0] - 1] + following[1]
        raise Unsafe("a name whose position is not known")

    def units(self, offset):
        return len(self.source[:offset].encode("utf-16-le")) // 2


def name_of(node):
    if isinstance(node, ast.Lambda):
        return "lambda"
    return COMPREHENSIONS.get(type(node)) or node.name


def flags(table):
    return {symbol.get_name(): (symbol.is_local(), symbol.is_free(), symbol.is_global()) for symbol in table.get_symbols()}


def arguments(args):
    some = [args.vararg, args.kwarg]
    return args.posonlyargs + args.args + args.kwonlyargs + [each for each in some if each is not None]


def outside(args):
    """What of the parameters is worked out around the function: defaults and annotations."""
    annotations = [each.annotation for each in arguments(args) if each.annotation is not None]
    return args.defaults + [each for each in args.kw_defaults if each is not None] + annotations


def bare(arg):
    return ast.copy_location(ast.arg(arg=arg.arg, annotation=None), arg)


def in_order(node):
    yield node
    for child in ast.iter_child_nodes(node):
        yield from in_order(child)


def check(own):
    """Raises where a name counts as text."""
    called = {node.name for node in ast.walk(own) if isinstance(node, DEFINITIONS)}
    for node in ast.walk(own):
        if isinstance(node, ast.Name) and node.id in BY_NAME:
            raise Unsafe(f"`{node.id}`")
        if isinstance(node, ast.Call) and node.keywords:
            if called_name(node.func) in called:
                raise Unsafe("an argument passed by name to a function inside or to the function itself")


def called_name(function):
    if isinstance(function, ast.Attribute):
        return function.attr if getattr(function.value, "id", None) in SELF else None
    return getattr(function, "id", None)


def locals_of(source, line):
    tree = ast.parse(source)
    own = next((node for node in in_order(tree) if isinstance(node, FUNCTIONS) and node.lineno >= line), None)
    if own is None:
        raise Unsafe("the reader finds no function")
    check(own)
    reader = Reader(source, symtable.symtable(source, "f", "exec"))
    reader.read(tree)
    inside = set()
    kept = set(SELF)
    for scope in reader.scopes:
        if scope.node is own or scope.parent in inside:
            inside.add(scope)
            kept |= scope.imported
    found = []
    # Defaults and annotations belong to the scope around the function, but to its text too.
    others = {node.id for part in outside(own.args) for node in ast.walk(part) if isinstance(node, ast.Name)}
    for scope in inside:
        for name, offset, node in scope.names:
            if name not in kept and scope.owner(name) in inside:
                found.append((offset, name))
            elif node is not own:
                others.add(name)
    for offset, name in found:
        if not reader.text.source.startswith(name, offset):
            raise Unsafe("a name in an f-string whose position is not known")
    names = {name for _, name in found}
    return {
        "occurrences": [[reader.text.units(offset), name] for offset, name in sorted(found)],
        "shared": bool(names & others),
    }


def answer(source, line):
    try:
        return locals_of(source, line)
    except Unsafe as reason:
        return {"unsafe": str(reason)}
    except SyntaxError as error:
        return {"unsafe": "`nonlocal`" if "nonlocal" in str(error) else "no program without what is around it"}


warnings.simplefilter("ignore")
print(json.dumps(platform.python_version()), flush=True)
for request in sys.stdin:
    print(json.dumps(answer(*json.loads(request))), flush=True)
