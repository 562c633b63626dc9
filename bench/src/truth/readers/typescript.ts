import ts from 'typescript';
import { Lines } from '../lines.ts';
import { emptyReading, type Reader, type Reading } from '../reading.ts';

/** JavaScript and TypeScript by the TypeScript compiler. */
export const typescriptReader: Reader = {
  tool: `TypeScript ${ts.version}`,
  read(source, file) {
    const text = source.startsWith('\ufeff') ? source.slice(1) : source;
    const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, scriptKind(file));
    if (syntaxErrors(tree).length > 0) return undefined;
    const reading = emptyReading();
    const lines = new Lines(text);
    const at = (node: ts.Node) => lines.at(start(node, tree));
    const visit = (node: ts.Node) => {
      readDeclaration(node, at, reading);
      readImport(node, tree, at, reading);
      if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
        reading.calls.push({ name: lastName(node.expression), line: at(node) });
      }
      ts.forEachChild(node, visit);
    };
    visit(tree);
    return reading;
  },
};

/** What the parser itself found; the compiler keeps the list off its public type. */
function syntaxErrors(tree: ts.SourceFile): readonly unknown[] {
  const diagnostics: unknown = Reflect.get(tree, 'parseDiagnostics');
  return Array.isArray(diagnostics) ? diagnostics : [];
}

function scriptKind(file: string): ts.ScriptKind {
  if (file.endsWith('.tsx')) return ts.ScriptKind.TSX;
  return file.endsWith('.ts') ? ts.ScriptKind.TS : ts.ScriptKind.JSX;
}

/** From the first token after the last decorator. */
function start(node: ts.Node, tree: ts.SourceFile): number {
  const last = ts.canHaveDecorators(node) ? ts.getDecorators(node)?.at(-1) : undefined;
  if (last === undefined) return node.getStart(tree);
  const modifiers = ts.canHaveModifiers(node) ? (ts.getModifiers(node) ?? []) : [];
  const after = [...modifiers, ...node.getChildren(tree)].find((part) => part.pos >= last.end);
  return (after ?? node).getStart(tree);
}

function readDeclaration(node: ts.Node, at: (node: ts.Node) => number, reading: Reading): void {
  const add = (kind: string, name: string, place: ts.Node) =>
    reading.declarations.push({ kind, name, line: at(place) });
  if (ts.isInterfaceDeclaration(node)) add('interface', node.name.text, node);
  else if (ts.isEnumDeclaration(node)) add('enum', node.name.text, node);
  else if (ts.isTypeAliasDeclaration(node)) add('type', node.name.text, node);
  else if (ts.isFunctionDeclaration(node)) add('function', node.name?.text ?? 'default', node);
  else if (ts.isClassDeclaration(node)) add('class', node.name?.text ?? 'default', node);
  else if (ts.isConstructorDeclaration(node)) add('method', 'constructor', node);
  else if (ts.isMethodDeclaration(node)) add('method', keyName(node.name), node);
  else if (ts.isGetAccessorDeclaration(node) && !ts.isInterfaceDeclaration(node.parent))
    add('method', `get ${keyName(node.name)}`, node);
  else if (ts.isSetAccessorDeclaration(node) && !ts.isInterfaceDeclaration(node.parent))
    add('method', `set ${keyName(node.name)}`, node);
  else if (ts.isFunctionExpression(node) || ts.isArrowFunction(node) || ts.isClassExpression(node)) {
    const bound = binding(node);
    const own = ts.isArrowFunction(node) ? undefined : node.name?.text;
    const name = bound?.name ?? own;
    if (name === undefined) return;
    const method = bound?.member && !ts.isClassExpression(node);
    const kind = ts.isClassExpression(node) ? 'class' : method ? 'method' : 'function';
    add(kind, name, bound?.place ?? node);
  }
}

/** What a function or class expression is the value of. */
function binding(value: ts.Expression): { name: string; place: ts.Node; member: boolean } | undefined {
  let inner: ts.Node = value;
  while (ts.isParenthesizedExpression(inner.parent)) inner = inner.parent;
  const { parent } = inner;
  if (ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name)) {
    return { name: parent.name.text, place: parent, member: false };
  }
  if (ts.isPropertyDeclaration(parent) || ts.isPropertyAssignment(parent)) {
    return { name: keyName(parent.name), place: parent, member: true };
  }
  if (ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
    if (ts.isIdentifier(parent.left)) return { name: parent.left.text, place: parent, member: false };
    if (ts.isPropertyAccessExpression(parent.left)) {
      const { expression, name } = parent.left;
      const member = ts.isPropertyAccessExpression(expression) && expression.name.text === 'prototype';
      return { name: name.text, place: parent, member };
    }
  }
  if (ts.isExportAssignment(parent)) return { name: 'default', place: parent, member: false };
  return undefined;
}

function keyName(name: ts.PropertyName): string {
  if (ts.isComputedPropertyName(name)) return `[${name.expression.getText()}]`;
  return name.text;
}

function readImport(node: ts.Node, tree: ts.SourceFile, at: (node: ts.Node) => number, reading: Reading): void {
  const add = (target: ts.Expression) => {
    const name = ts.isStringLiteralLike(target) ? target.text : target.getText(tree);
    reading.imports.push({ name, line: at(node) });
  };
  if (ts.isImportDeclaration(node)) add(node.moduleSpecifier);
  else if (ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined) add(node.moduleSpecifier);
  else if (ts.isExternalModuleReference(node)) add(node.expression);
  else if (ts.isCallExpression(node)) {
    const [target] = node.arguments;
    const loads = node.expression.kind === ts.SyntaxKind.ImportKeyword || isRequire(node.expression);
    if (loads && target !== undefined) add(target);
  }
}

function isRequire(callee: ts.Expression): boolean {
  return ts.isIdentifier(callee) && callee.text === 'require';
}

/** Of what is called: the name of `f`, `a.f`, `a?.f`, `this.#f`; `…` for anything that is no name. */
function lastName(callee: ts.Expression): string {
  let inner = callee;
  while (ts.isParenthesizedExpression(inner) || ts.isNonNullExpression(inner)) inner = inner.expression;
  if (ts.isIdentifier(inner)) return inner.text;
  if (ts.isPropertyAccessExpression(inner)) return inner.name.text;
  if (inner.kind === ts.SyntaxKind.SuperKeyword) return 'super';
  if (inner.kind === ts.SyntaxKind.ImportKeyword) return 'import';
  return '…';
}
