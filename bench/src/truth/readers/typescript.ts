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
      readCall(node, at, reading);
      ts.forEachChild(node, visit);
    };
    visit(tree);
    return reading;
  },
};

/** Errors of the parser; the compiler's public type lacks this list. */
function syntaxErrors(tree: ts.SourceFile): readonly unknown[] {
  const diagnostics: unknown = Reflect.get(tree, 'parseDiagnostics');
  return Array.isArray(diagnostics) ? diagnostics : [];
}

function scriptKind(file: string): ts.ScriptKind {
  if (file.endsWith('.tsx')) return ts.ScriptKind.TSX;
  return /\.[cm]?ts$/.test(file) ? ts.ScriptKind.TS : ts.ScriptKind.JSX;
}

/** Line of the first token after the last decorator. */
function start(node: ts.Node, tree: ts.SourceFile): number {
  const last = ts.canHaveDecorators(node) ? ts.getDecorators(node)?.at(-1) : undefined;
  if (last === undefined) return node.getStart(tree);
  const modifiers = ts.canHaveModifiers(node) ? (ts.getModifiers(node) ?? []) : [];
  const after = [...modifiers, ...node.getChildren(tree)].find((part) => part.pos >= last.end);
  return (after ?? node).getStart(tree);
}

type At = (node: ts.Node) => number;

function readDeclaration(node: ts.Node, at: At, reading: Reading): void {
  const declared = declaration(node);
  if (declared === undefined) return;
  const { kind, name, declaring } = declared;
  reading.declarations.push({ kind, name, line: at(declaring) });
}

interface Declared {
  kind: string;
  name: string;
  /** The node that contains name and function. */
  declaring: ts.Node;
}

function declaration(node: ts.Node): Declared | undefined {
  if (ts.isInterfaceDeclaration(node)) return { kind: 'interface', name: node.name.text, declaring: node };
  if (ts.isEnumDeclaration(node)) return { kind: 'enum', name: node.name.text, declaring: node };
  if (ts.isTypeAliasDeclaration(node)) return { kind: 'type', name: node.name.text, declaring: node };
  if (ts.isFunctionDeclaration(node)) return { kind: 'function', name: node.name?.text ?? 'default', declaring: node };
  if (ts.isClassDeclaration(node)) return { kind: 'class', name: node.name?.text ?? 'default', declaring: node };
  if (ts.isClassExpression(node) || ts.isFunctionExpression(node) || ts.isArrowFunction(node)) return expression(node);
  return method(node);
}

/** Members of classes and objects; signatures of interfaces and type literals declare nothing. */
function method(node: ts.Node): Declared | undefined {
  if (ts.isConstructorDeclaration(node)) return { kind: 'method', name: 'constructor', declaring: node };
  if (ts.isMethodDeclaration(node)) return { kind: 'method', name: keyName(node.name), declaring: node };
  if (!ts.isAccessor(node) || ts.isInterfaceDeclaration(node.parent) || ts.isTypeLiteralNode(node.parent)) {
    return undefined;
  }
  const accessor = ts.isGetAccessor(node) ? 'get' : 'set';
  return { kind: 'method', name: `${accessor} ${keyName(node.name)}`, declaring: node };
}

/** The name of its binding, otherwise its own name. */
function expression(node: ts.ClassExpression | ts.FunctionExpression | ts.ArrowFunction): Declared | undefined {
  const own = ts.isArrowFunction(node) ? undefined : node.name?.text;
  const bound = binding(node);
  const kind = ts.isClassExpression(node) ? 'class' : bound?.member ? 'method' : 'function';
  if (own !== undefined && (bound === undefined || bound.weak)) {
    return { kind: ts.isClassExpression(node) ? 'class' : 'function', name: own, declaring: node };
  }
  return bound && { kind, name: bound.name, declaring: bound.declaring };
}

interface Binding {
  name: string;
  declaring: ts.Node;
  /** A node whose functions are methods. */
  member: boolean;
  /** The function's own name has priority. */
  weak: boolean;
}

/** The binding of a function or class expression. */
function binding(value: ts.Expression): Binding | undefined {
  let inner: ts.Node = value;
  while (isWrapper(inner.parent)) inner = inner.parent;
  const { parent } = inner;
  if (ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name)) {
    return { name: parent.name.text, declaring: parent, member: false, weak: false };
  }
  if (ts.isPropertyDeclaration(parent)) {
    return { name: keyName(parent.name), declaring: parent, member: true, weak: false };
  }
  if (ts.isPropertyAssignment(parent)) {
    return { name: keyName(parent.name), declaring: parent, member: isPrototype(parent.parent), weak: false };
  }
  if (ts.isBinaryExpression(parent) && parent.right === inner && isAssignment(parent)) {
    const [name = '…', receiver] = path(parent.left, true).reverse();
    if (name === '…') return undefined;
    const weak = ['module.exports', 'exports'].includes(parent.left.getText());
    return { name, declaring: parent, member: receiver === 'prototype', weak };
  }
  if (ts.isExportAssignment(parent)) return { name: 'default', declaring: inner, member: false, weak: true };
  return undefined;
}

function isAssignment({ operatorToken: { kind } }: ts.BinaryExpression): boolean {
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
}

/** `X.prototype = { … }`: its members are methods. */
function isPrototype(object: ts.ObjectLiteralExpression): boolean {
  const { parent } = object;
  return ts.isBinaryExpression(parent) && path(parent.left, true).at(-1) === 'prototype';
}

function keyName(name: ts.PropertyName): string {
  if (ts.isComputedPropertyName(name)) return `[${name.expression.getText()}]`;
  return name.text === '' ? `[${name.getText()}]` : name.text;
}

function readImport(node: ts.Node, tree: ts.SourceFile, at: At, reading: Reading): void {
  let target = importTarget(node);
  if (target === undefined) return;
  while (isWrapper(target)) target = target.expression;
  const name = ts.isStringLiteralLike(target) ? target.text : target.getText(tree);
  reading.imports.push({ name, line: at(node) });
}

function importTarget(node: ts.Node): ts.Node | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier;
  if (ts.isImportEqualsDeclaration(node)) {
    return ts.isExternalModuleReference(node.moduleReference) ? node.moduleReference.expression : undefined;
  }
  if (ts.isImportTypeNode(node)) return ts.isLiteralTypeNode(node.argument) ? node.argument.literal : node.argument;
  return ts.isCallExpression(node) && isLoading(node) ? node.arguments[0] : undefined;
}

/** `import(x)` and `require(x)`: imports, and no calls. */
function isLoading({ expression, arguments: given }: ts.CallExpression): boolean {
  if (given.length === 0) return false;
  const isRequire = ts.isIdentifier(expression) && expression.text === 'require';
  return isRequire || expression.kind === ts.SyntaxKind.ImportKeyword;
}

function readCall(node: ts.Node, at: At, reading: Reading): void {
  const callee = calleeOf(node);
  if (callee !== undefined) reading.calls.push({ name: path(callee, false).join('.'), line: at(node) });
}

function calleeOf(node: ts.Node): ts.Expression | undefined {
  if (ts.isTaggedTemplateExpression(node)) return node.tag;
  if (ts.isNewExpression(node)) return node.expression;
  return ts.isCallExpression(node) && !isLoading(node) ? node.expression : undefined;
}

/**
 * The trailing names of an expression, after `…` if more precedes them; of the target of an assignment also the last
 * `[key]`.
 */
function path(node: ts.Expression, target: boolean): string[] {
  let inner = node;
  while (isWrapper(inner)) inner = inner.expression;
  if (ts.isIdentifier(inner)) return [inner.text];
  if (inner.kind === ts.SyntaxKind.ThisKeyword) return ['this'];
  if (inner.kind === ts.SyntaxKind.SuperKeyword) return ['super'];
  if (ts.isPropertyAccessExpression(inner)) return [...path(inner.expression, target), inner.name.text];
  if (ts.isElementAccessExpression(inner) && target) {
    return [...path(inner.expression, target), `[${inner.argumentExpression.getText()}]`];
  }
  return ['…'];
}

type Wrapper =
  | ts.ParenthesizedExpression
  | ts.AsExpression
  | ts.SatisfiesExpression
  | ts.NonNullExpression
  | ts.TypeAssertion
  | ts.ExpressionWithTypeArguments;

function isWrapper(node: ts.Node): node is Wrapper {
  return (
    ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isNonNullExpression(node) ||
    ts.isTypeAssertionExpression(node) ||
    ts.isExpressionWithTypeArguments(node)
  );
}
