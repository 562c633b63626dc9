import type { FileFacts } from '#parse/facts.ts';
import type { FileRelations } from '#scan/model.ts';
import { linkNote } from './link-note.ts';
import type { Look } from './look.ts';
import { none, type Placed, type Row } from './row.ts';

/**
 * Conditions, loops, returns and calls of a file.
 *
 * @returns gives the outermost ones of a declaration (-1: of the file), each with those inside it as children
 */
export function controlRows(facts: FileFacts, relations: FileRelations, look: Look): (within: number) => Placed[] {
  const { kind, depth, line, within } = facts.control;
  const count = kind.length;
  const outermost = new Map<number, number[]>();
  /** Children of a row, by row; the depth of nesting is not bounded, so this is no recursion. */
  const inner = new Map<number, number[]>();
  const open = new Map<number, number[]>();
  const calls: number[] = [];
  let call = 0;
  for (let i = 0; i < count; i++) {
    const owner = within[i] ?? -1;
    const stack = listAt(open, owner);
    while (stack.length > (depth[i] ?? 0)) stack.pop();
    const parent = stack.at(-1);
    if (parent === undefined) listAt(outermost, owner).push(i);
    else listAt(inner, parent).push(i);
    stack.push(i);
    calls.push(kind[i] === 'call' ? call++ : -1);
  }

  const placed = (i: number): Placed => ({ line: line[i] ?? 0, row: row(i) });
  const row = (i: number): Row => {
    const nested = inner.get(i);
    const children = nested === undefined ? none : () => nested.map((child) => row(child));
    const at = calls[i] ?? -1;
    const callee = facts.calls.callee[at];
    const state = relations.calls.state[at];
    const lines = `${line[i]}`;
    if (callee === undefined || state === undefined) {
      return { tone: 'faint', label: `${kind[i]}`, lines, notes: [], children };
    }
    const note = linkNote(state, relations.calls.candidates[at] ?? [], relations.calls.reason[at], look);
    return { tone: 'faint', label: `call ${look.name(callee)}`, lines, notes: [note], children };
  };
  return (owner) => (outermost.get(owner) ?? []).map(placed);
}

function listAt(lists: Map<number, number[]>, key: number): number[] {
  let list = lists.get(key);
  if (list === undefined) {
    list = [];
    lists.set(key, list);
  }
  return list;
}
