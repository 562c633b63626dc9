import type { ParseMode } from '@analyzer/core/parse/engine.ts';
import ts from 'typescript';
import { byNormalForm } from '../judge.ts';

/** Properties of a node that are not part of the program or only describe its spelling. */
const NOT_PROGRAM = new Set([
  ...[
    'parent',
    'pos',
    'end',
    'flags',
    'id',
    'kind',
    'transformFlags',
    'modifierFlagsCache',
    'symbol',
    'locals',
    'jsDoc',
  ],
  ...['flowNode', 'emitNode', 'original', 'nextContainer', 'localSymbol', 'endFlowNode', 'returnFlowNode', 'fileName'],
  ...['singleQuote', 'multiLine', 'hasExtendedUnicodeEscape', 'isUnterminated', 'numericLiteralFlags', 'templateFlags'],
  ...['containsOnlyTriviaWhiteSpaces', 'hasTrailingComma', 'postfixToken', 'endOfFileToken', 'escapedText'],
]);

/** JavaScript and TypeScript as the tree of the TypeScript compiler, without formatting. */
export const typescriptJudge = byNormalForm(`TypeScript ${ts.version}`, (source, mode) => {
  const file = ts.createSourceFile(`f.${extension(mode)}`, source, ts.ScriptTarget.Latest, true, scriptKind(mode));
  const diagnostics: unknown = Reflect.get(file, 'parseDiagnostics');
  if (Array.isArray(diagnostics) && diagnostics.length > 0) return undefined;
  if (mode.language === 'javascript' && hasTypeScriptSyntax(file)) return undefined;
  return JSON.stringify(list(file.statements));
});

/** The compiler parses annotations and modifiers of TypeScript in JavaScript too, and reports them only for a program. */
function hasTypeScriptSyntax(file: ts.SourceFile): boolean {
  const host: ts.CompilerHost = {
    ...ts.createCompilerHost({}),
    getSourceFile: () => file,
    fileExists: (name) => name === file.fileName,
    writeFile: () => undefined,
  };
  const options = { allowJs: true, noLib: true, noResolve: true, types: [], jsx: ts.JsxEmit.Preserve };
  const program = ts.createProgram({ rootNames: [file.fileName], options, host });
  return program.getSyntacticDiagnostics(file).length > 0;
}

function extension({ language, dialect }: ParseMode): string {
  return language === 'javascript' ? 'jsx' : dialect === 'tsx' ? 'tsx' : 'ts';
}

function scriptKind(mode: ParseMode): ts.ScriptKind {
  return { jsx: ts.ScriptKind.JSX, tsx: ts.ScriptKind.TSX }[extension(mode)] ?? ts.ScriptKind.TS;
}

function list(nodes: readonly ts.Node[]): unknown[] {
  if (nodes.some((node) => ts.isJsxText(node) || ts.isJsxExpression(node))) return jsxChildren(nodes);
  const kept = nodes.filter((node) => !isEmpty(node));
  return kept.map((node) => normal(node));
}

/** An empty statement in a list, a semicolon between members. */
function isEmpty(node: ts.Node): boolean {
  if (ts.isSemicolonClassElement(node)) return true;
  return (
    ts.isEmptyStatement(node) &&
    (ts.isBlock(node.parent) || ts.isSourceFile(node.parent) || ts.isCaseOrDefaultClause(node.parent))
  );
}

function normal(node: ts.Node): unknown {
  if (!isBareBody(node)) return unwrapped(node);
  return [ts.SyntaxKind.Block, { statements: ts.isEmptyStatement(node) ? [] : [unwrapped(node)] }];
}

/** The body of a condition or a loop without braces, which have no meaning there. */
function isBareBody(node: ts.Node): boolean {
  const { parent } = node;
  if (parent === undefined || ts.isBlock(node)) return false;
  if (ts.isIfStatement(parent)) return node === parent.thenStatement || node === parent.elseStatement;
  return ts.isIterationStatement(parent, false) && node === parent.statement;
}

function unwrapped(node: ts.Node): unknown {
  if (ts.isParenthesizedTypeNode(node)) return normal(node.type);
  if ((ts.isUnionTypeNode(node) || ts.isIntersectionTypeNode(node)) && node.types.length === 1)
    return list(node.types)[0];
  if (ts.isParenthesizedExpression(node)) return parenthesized(node);
  if (ts.isStringLiteral(node) && isDirective(node.parent)) return ['directive', node.getText().slice(1, -1)];
  if (ts.isShorthandPropertyAssignment(node) && node.name.text !== '__proto__' && !node.objectAssignmentInitializer) {
    return [ts.SyntaxKind.PropertyAssignment, { name: normal(node.name), initializer: normal(node.name) }];
  }
  if (ts.isBigIntLiteral(node))
    return [node.kind, { text: String(BigInt(node.getText().slice(0, -1).replaceAll('_', ''))) }];
  if (ts.isNewExpression(node)) return [node.kind, { arguments: [], ...members(node), ...instantiated(node) }];
  if (ts.isJsxAttribute(node)) return [node.kind, normal(node.name), node.initializer && attribute(node.initializer)];
  if (ts.isVariableDeclarationList(node)) return [node.kind, node.flags & ts.NodeFlags.BlockScoped, members(node)];
  if (ts.isModuleDeclaration(node)) return [node.kind, node.flags & ts.NodeFlags.Namespace, members(node)];
  return [node.kind, members(node)];
}

function members(node: ts.Node): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const [member, value] of Object.entries(node)) {
    if (NOT_PROGRAM.has(member) || value === undefined) continue;
    if (member === 'name' && typeof value === 'object') found.name = name(value);
    else if (Array.isArray(value)) found[member] = list(value);
    else if (typeof value !== 'object') found[member] = value;
    else if (value !== null && 'kind' in value) found[member] = normal(value);
  }
  if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) found.text = node.text;
  return found;
}

/** `new (A<T>)()` is `new A<T>()`. */
function instantiated({ expression }: ts.NewExpression): Record<string, unknown> {
  const inner = ts.isParenthesizedExpression(expression) ? expression.expression : expression;
  return ts.isExpressionWithTypeArguments(inner) ? members(inner) : {};
}

/** A quoted key is the same key, also if it is a number. */
function name(node: ts.Node): unknown {
  if (ts.isStringLiteral(node) && /^[A-Za-z_$][\w$]*$/.test(node.text))
    return [ts.SyntaxKind.Identifier, { text: node.text }];
  if (ts.isStringLiteral(node) && String(Number(node.text)) === node.text)
    return [ts.SyntaxKind.NumericLiteral, { text: node.text }];
  return normal(node);
}

function isDirective(statement: ts.Node): boolean {
  if (!ts.isExpressionStatement(statement)) return false;
  const block = statement.parent;
  const statements =
    ts.isSourceFile(block) || (ts.isBlock(block) && ts.isFunctionLike(block.parent)) ? block.statements : [];
  for (const before of statements) {
    if (before === statement) return true;
    if (!ts.isExpressionStatement(before) || !ts.isStringLiteral(before.expression)) return false;
  }
  return false;
}

/** Parentheses are significant only at the end of an optional chain and around a directive. */
function parenthesized(node: ts.ParenthesizedExpression): unknown {
  const { parent, expression } = node;
  const endsChain = ts.isOptionalChain(expression) && 'expression' in parent && parent.expression === node;
  const isText = ts.isExpressionStatement(parent) && ts.isStringLiteral(expression);
  return endsChain || isText ? ['parentheses', normal(expression)] : normal(expression);
}

/** Text with the whitespace rules of JSX: lines are trimmed at line breaks and joined by a space; strings in braces are included. */
function jsxChildren(nodes: readonly ts.Node[]): unknown[] {
  const children: unknown[] = [];
  let text = '';
  const flush = () => {
    if (text !== '') children.push(['text', text]);
    text = '';
  };
  for (const node of nodes) {
    const part = jsxText(node);
    if (part !== undefined) {
      text += part;
      continue;
    }
    flush();
    children.push(normal(node));
  }
  flush();
  return children;
}

function jsxText(node: ts.Node): string | undefined {
  if (ts.isJsxText(node)) {
    const lines = node.text.split(/\r\n?|\n/);
    const trimmed = lines.map((line, at) => {
      const start = at === 0 ? line : line.replace(/^[ \t]+/, '');
      return at === lines.length - 1 ? start : start.replace(/[ \t]+$/, '');
    });
    return trimmed.filter((line) => line !== '').join(' ');
  }
  if (!ts.isJsxExpression(node)) return undefined;
  if (node.expression === undefined) return '';
  return ts.isStringLiteral(node.expression) ? plain(node.expression.text) : undefined;
}

function attribute(initializer: ts.JsxAttributeValue): unknown {
  if (ts.isStringLiteral(initializer)) return ['text', initializer.getText().slice(1, -1)];
  if (ts.isJsxExpression(initializer) && initializer.expression && ts.isStringLiteral(initializer.expression)) {
    const text = plain(initializer.expression.text);
    if (text !== undefined) return ['text', text];
  }
  return normal(initializer);
}

/** Of a string with the same value as JSX text. */
function plain(text: string): string | undefined {
  return /[&"'\\{}<>\r\n]/.test(text) ? undefined : text;
}
