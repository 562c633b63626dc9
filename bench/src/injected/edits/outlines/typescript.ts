import ts from 'typescript';
import type { SampledFunction } from '../../../functions/sample.ts';
import type { ControlBody, Outline } from '../outline.ts';

/** JavaScript and TypeScript by the TypeScript compiler. */
export function typescriptOutline({ source, from, mode }: SampledFunction): Outline | undefined {
  const extension = mode.language === 'javascript' ? 'jsx' : mode.dialect === 'tsx' ? 'tsx' : 'ts';
  const file = ts.createSourceFile(`f.${extension}`, source, ts.ScriptTarget.Latest, true);
  const body = bodyAt(file, from);
  if (body === undefined) return undefined;
  const bodies: ControlBody[] = [];
  const outline: Outline = { blocks: [], literals: [], bodies, ...callbackOf(body) };
  const visit = (node: ts.Node) => {
    if (ts.isBlock(node) || ts.isCaseOrDefaultClause(node)) {
      outline.blocks.push(node.statements.map((statement) => rangeOf(statement)));
    }
    if (ts.isNumericLiteral(node) || (ts.isStringLiteral(node) && isValue(node))) outline.literals.push(rangeOf(node));
    bodies.push(...bodiesOf(node).map(controlBody));
    ts.forEachChild(node, visit);
  };
  visit(body);
  return outline;
}

/** The body of the first function at or after a position; undefined for an expression. */
function bodyAt(file: ts.SourceFile, from: number): ts.Block | undefined {
  const visit = (node: ts.Node): ts.Node | undefined =>
    node.getStart(file) >= from && ts.isFunctionLike(node) && 'body' in node && node.body !== undefined
      ? node
      : ts.forEachChild(node, visit);
  const own = visit(file);
  if (own === undefined || !ts.isFunctionLike(own) || !('body' in own)) return undefined;
  return own.body !== undefined && ts.isBlock(own.body) ? own.body : undefined;
}

/** Of `if`, `else` and loops, without `else if`. */
function bodiesOf(node: ts.Node): ts.Statement[] {
  if (ts.isIterationStatement(node, false)) return [node.statement];
  if (!ts.isIfStatement(node)) return [];
  const { thenStatement, elseStatement } = node;
  return elseStatement === undefined || ts.isIfStatement(elseStatement)
    ? [thenStatement]
    : [thenStatement, elseStatement];
}

function controlBody(body: ts.Statement): ControlBody {
  if (!ts.isBlock(body)) return { ...rangeOf(body), hasBraces: false };
  const [only, ...others] = body.statements;
  const isSimple =
    only !== undefined && (ts.isExpressionStatement(only) || ts.isReturnStatement(only) || ts.isThrowStatement(only));
  return { ...rangeOf(body), hasBraces: true, ...(isSimple && others.length === 0 && { single: rangeOf(only) }) };
}

function callbackOf({ parent }: ts.Block): { callback?: string } {
  const isOwn = ts.isFunctionDeclaration(parent) || ts.isFunctionExpression(parent) || ts.isMethodDeclaration(parent);
  if (!isOwn || parent.body === undefined) return {};
  const { body, parameters, type, typeParameters: types, asteriskToken: star, modifiers = [] } = parent;
  const text = body.getText();
  if (/\bsuper\b/.test(text) || parameters.some((its) => (its.modifiers?.length ?? 0) > 0)) return {};
  const source = parent.getSourceFile().text;
  const async = modifiers.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword) ? 'async ' : '';
  const of = types === undefined ? '' : `<${source.slice(types.pos, types.end)}>`;
  const result = type === undefined ? '' : `: ${type.getText()}`;
  const head = `${async}function ${star === undefined ? '' : '*'}${of}`;
  return { callback: `${head}(${source.slice(parameters.pos, parameters.end)})${result} ${text}` };
}

/** Not a directive, a type or the name of a member. */
function isValue(node: ts.StringLiteral): boolean {
  const { parent } = node;
  if (ts.isExpressionStatement(parent) || ts.isLiteralTypeNode(parent)) return false;
  const isMember = ts.isObjectLiteralElement(parent) || ts.isClassElement(parent);
  return !isMember || parent.name !== node;
}

function rangeOf(node: ts.Node): { from: number; to: number } {
  return { from: node.getStart(), to: node.end };
}
