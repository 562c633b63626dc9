import type { ControlColumns } from '../../facts.ts';
import type { EmbeddedProgram } from './file-places.ts';

/** The control structure of a Bash file with that of its programs, in order of lines. `with_control.rs` computes the same. */
export function withControl(own: ControlColumns, programs: readonly EmbeddedProgram[]): ControlColumns {
  const of = ({ kind, depth, line }: ControlColumns, before: number, withinOf: (at: number) => number) =>
    kind.map((its, at) => ({
      kind: its,
      depth: depth[at] ?? 0,
      line: (line[at] ?? 0) + before,
      within: withinOf(at),
    }));
  const rows = of(own, 0, (at) => own.within[at] ?? -1);
  for (const { facts, before, within } of programs) {
    for (const row of of(facts.control, before, () => within)) rows.push(row);
  }
  rows.sort((a, b) => a.line - b.line);
  return {
    kind: rows.map((row) => row.kind),
    depth: rows.map((row) => row.depth),
    line: rows.map((row) => row.line),
    within: rows.map((row) => row.within),
  };
}
