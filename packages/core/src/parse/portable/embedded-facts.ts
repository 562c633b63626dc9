import type { ParseOutcome } from '../engine.ts';
import type { DeclarationFacts, EmbeddedFacts, FileFacts } from '../facts.ts';
import { findHerePrograms, type HereText } from './extract/here-programs.ts';
import type { Positions } from './extract/positions.ts';
import type { FlatTree } from './flat-tree.ts';
import type { EmbeddedProgram } from './programs/file-places.ts';
import { withControl } from './programs/with-control.ts';
import { withPrograms } from './programs/with-programs.ts';

/** The reason of a program that is not read. */
const EXPANDED = 'the shell expands its text';

/** Bytes and lines of a program in a here-document. */
export interface HereProgram {
  program: HereText;
  start: number;
  end: number;
  start_line: number;
  end_line: number;
}

/** The programs in the here-documents of a Bash file. */
export function herePrograms(tree: FlatTree, positions: Positions): HereProgram[] {
  return findHerePrograms(tree).map((program) => ({
    program,
    start: positions.byte(program.start),
    end: positions.byte(program.end),
    start_line: positions.line(program.start),
    end_line: positions.line(Math.max(program.start, program.end - 1)),
  }));
}

/** Parses the programs in the here-documents of a file, and adds them to its facts. */
export function addPrograms(
  facts: FileFacts,
  programs: readonly HereProgram[],
  parse: (program: HereText & { text: string }) => ParseOutcome,
): void {
  if (programs.length === 0) return;
  const read: EmbeddedProgram[] = [];
  facts.embedded = programs.map(({ program, start, end, ...lines }): EmbeddedFacts => {
    const { mode, text, removed } = program;
    const region = { language: mode.language, ...lines, within: enclosing(facts.declarations, start) };
    if (text === undefined) return { ...region, status: 'skipped', reason: EXPANDED, ...NOTHING };
    const outcome = parse({ ...program, text });
    const before = lines.start_line - 1;
    if ('facts' in outcome) read.push({ start, end, before, within: region.within, removed, facts: outcome.facts });
    const lists = 'facts' in outcome ? withLines(outcome.facts, before) : NOTHING;
    const reason = 'reason' in outcome ? { reason: outcome.reason } : {};
    return { ...region, status: outcome.status, ...reason, ...lists };
  });
  if (read.length > 0) facts.control = withControl(facts.control, read);
  if (facts.elements !== undefined) facts.elements = withPrograms(facts.elements, read);
}

const NOTHING: Pick<EmbeddedFacts, 'declarations' | 'imports' | 'calls'> = { declarations: [], imports: [], calls: [] };

/**
 * Index of the innermost declaration that has a position, -1 for none.
 *
 * @param declarations in order of `start_byte`
 */
function enclosing(declarations: readonly DeclarationFacts[], byte: number): number {
  let [low, high] = [0, declarations.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((declarations[middle]?.start_byte ?? 0) <= byte) low = middle + 1;
    else high = middle;
  }
  let at = low - 1;
  while (at >= 0 && (declarations[at]?.end_byte ?? 0) <= byte) at = declarations[at]?.within ?? -1;
  return at;
}

/** @param before lines of the file before the program */
function withLines({ declarations, imports, calls }: FileFacts, before: number): typeof NOTHING {
  return {
    declarations: declarations.map(({ kind, name, qualified_name, parameters, start_line, end_line }) => {
      return { kind, name, qualified_name, parameters, start_line: start_line + before, end_line: end_line + before };
    }),
    imports: imports.map(({ specifier, names, line }) => {
      return { specifier, names: names.map(({ name }) => name), line: line + before };
    }),
    calls: calls.callee.map((callee, at) => {
      const within = declarations[calls.within[at] ?? -1]?.qualified_name ?? null;
      return { callee, line: (calls.line[at] ?? 0) + before, within };
    }),
  };
}
