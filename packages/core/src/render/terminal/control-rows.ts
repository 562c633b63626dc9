import type { FileFacts } from '#parse/facts.ts';
import type { FileRelations } from '#scan/model.ts';
import { linkNote } from './link-note.ts';
import { none, type Row, type SourceRow } from './row.ts';
import type { TerminalStyle } from './terminal-style.ts';

/**
 * Conditions, loops, returns and calls of a file.
 *
 * @returns a function for the outermost rows of a declaration (-1: of the file), with nested rows as children
 */
export function controlRows(
  facts: FileFacts,
  relations: FileRelations,
  style: TerminalStyle,
): (within: number) => SourceRow[] {
  const { kind, depth, line, within } = facts.control;
  const count = kind.length;
  const outermost = new Map<number, number[]>();
  /** Children by row. Not recursive, because the nesting depth is unbounded. */
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

  const sourceRow = (i: number): SourceRow => ({ line: line[i] ?? 0, row: row(i) });
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
    const note = linkNote(state, relations.calls.candidates[at] ?? [], relations.calls.reason[at], style);
    return { tone: 'faint', label: `call ${style.name(callee)}`, lines, notes: [note], children };
  };
  return (owner) => (outermost.get(owner) ?? []).map(sourceRow);
}

function listAt(lists: Map<number, number[]>, key: number): number[] {
  let list = lists.get(key);
  if (list === undefined) {
    list = [];
    lists.set(key, list);
  }
  return list;
}
