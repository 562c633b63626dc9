import type { Snapshot } from '#index/port.ts';
import type { TokenRecord } from '#parse/facts.ts';
import { innerDeclarations } from '../describe/inner-declarations.ts';

/**
 * The leaves of a grouped function, or of a grouped type with the functions directly in it, each after its name.
 *
 * @param node integer id
 * @returns undefined for any other node
 */
export function leavesOf(snapshot: Snapshot, node: number): TokenRecord | undefined {
  const own = snapshot.tokens(node);
  if (own === undefined) return undefined;
  const leaves: TokenRecord = { role: [], kind: [], text: [], line: [] };
  let at = 0;
  for (const { node: inner, name, isFunction, startLine } of innerDeclarations(snapshot, node)) {
    const its = isFunction ? snapshot.tokens(inner) : undefined;
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

function append(target: TokenRecord, { role, kind, text, line }: TokenRecord, from = 0, to = role.length): void {
  for (let at = from; at < to; at++) {
    target.role.push(role[at] ?? 'literal');
    target.kind.push(kind[at] ?? '');
    target.text.push(text[at] ?? '');
    target.line.push(line[at] ?? 1);
  }
}
