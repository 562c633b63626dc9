import type { TokenRecord, TokenRole } from '#parse/facts.ts';
import type { Snapshot } from '../port.ts';
import { type InnerDeclaration, innerDeclarationsOf } from './inner-declarations.ts';

/** The leaves of a node; undefined if the index has none. */
export type LeavesOf = (node: number) => TokenRecord | undefined;

/** The different texts of those leaves of a node whose role and kind are wanted; undefined if the index has no leaves of it. */
export type TextsOf = (
  node: number,
  isWanted: (role: TokenRole, kind: string) => boolean,
) => ReadonlySet<string> | undefined;

/**
 * The leaves of a grouped function, or of a grouped type with the functions directly in it, each after its name.
 *
 * @param node integer id
 * @returns undefined for any other node
 */
export function leavesOf(snapshot: Snapshot, node: number): TokenRecord | undefined {
  return leavesOfAll(snapshot, [node]).leavesOf(node);
}

/** The leaves of several nodes. Each call reads them again, because many do not fit into memory. */
export function leavesOfAll(snapshot: Snapshot, nodes: readonly number[]): { leavesOf: LeavesOf; textsOf: TextsOf } {
  snapshot.gather([() => snapshot.prefetchTokens(nodes), () => innerDeclarationsOf(snapshot, nodes)]);
  const known = snapshot.prefetchTokens(nodes);
  const inner = known.length === 0 ? new Map<number, InnerDeclaration[]>() : innerDeclarationsOf(snapshot, nodes);
  const functions = [...inner.values()].flat().filter(({ isFunction }) => isFunction);
  if (functions.length > 0) snapshot.prefetchTokens(functions.map(({ node }) => node));
  return {
    leavesOf: (node) => leavesWith(snapshot, node, inner.get(node) ?? []),
    textsOf: (node, isWanted) => textsWith(snapshot, node, inner.get(node) ?? [], isWanted),
  };
}

function leavesWith(snapshot: Snapshot, node: number, inner: readonly InnerDeclaration[]): TokenRecord | undefined {
  const own = snapshot.tokens(node);
  if (own === undefined || inner.length === 0) return own;
  const leaves: TokenRecord = { role: [], kind: [], text: [], line: [] };
  let at = 0;
  for (const { node: declared, name, isFunction, startLine } of inner) {
    const its = isFunction ? snapshot.tokens(declared) : undefined;
    if (its === undefined) continue;
    const from = at;
    while ((own.line[at] ?? Number.POSITIVE_INFINITY) <= startLine) at++;
    append(leaves, own, from, at);
    append(leaves, { role: ['function'], kind: ['name'], text: [name], line: [startLine] });
    append(leaves, its);
  }
  append(leaves, own, at);
  return leaves;
}

/** The texts of `leavesWith`. */
function textsWith(
  snapshot: Snapshot,
  node: number,
  inner: readonly InnerDeclaration[],
  isWanted: (role: TokenRole, kind: string) => boolean,
): ReadonlySet<string> | undefined {
  const own = snapshot.tokenTexts(node, isWanted);
  if (own === undefined) return undefined;
  const all = new Set(own);
  for (const { node: declared, name, isFunction } of inner) {
    const its = isFunction ? snapshot.tokenTexts(declared, isWanted) : undefined;
    if (its === undefined) continue;
    if (isWanted('function', 'name')) all.add(name);
    for (const text of its) all.add(text);
  }
  return all;
}

function append(target: TokenRecord, { role, kind, text, line }: TokenRecord, from = 0, to = role.length): void {
  for (let at = from; at < to; at++) {
    target.role.push(role[at] ?? 'literal');
    target.kind.push(kind[at] ?? '');
    target.text.push(text[at] ?? '');
    target.line.push(line[at] ?? 1);
  }
}
