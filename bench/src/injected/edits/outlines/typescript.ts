import ts from 'typescript';
import type { SampledFunction } from '../../../functions/sample.ts';
import type { Outline } from '../outline.ts';

/** JavaScript and TypeScript by the TypeScript compiler. */
export function typescriptOutline({ source, from, mode }: SampledFunction): Outline | undefined {
  const extension = mode.language === 'javascript' ? 'jsx' : mode.dialect === 'tsx' ? 'tsx' : 'ts';
  const file = ts.createSourceFile(`f.${extension}`, source, ts.ScriptTarget.Latest, true);
  const body = bodyAt(file, from);
  if (body === undefined) return undefined;
  const outline: Outline = { blocks: [], literals: [] };
  const visit = (node: ts.Node) => {
    if (ts.isBlock(node) || ts.isCaseOrDefaultClause(node)) {
      outline.blocks.push(node.statements.map((statement) => rangeOf(statement)));
    }
    if (ts.isNumericLiteral(node) || (ts.isStringLiteral(node) && isValue(node))) outline.literals.push(rangeOf(node));
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
