import { SCREEN_RULES } from '#lists/screen-rules.ts';
import { alignedItems } from './aligned-items.ts';
import type { ComparedFiles } from './compared-files.ts';
import type { GroupEvidence } from './model.ts';
import type { RelatedGroup } from './relation-input.ts';

/** Of the first groups of a list, by id. */
export async function listedEvidence(
  listed: readonly RelatedGroup[],
  compared: ComparedFiles,
): Promise<Map<string, GroupEvidence>> {
  const { most_groups } = SCREEN_RULES.evidence;
  const evidence = new Map<string, GroupEvidence>();
  const runs = new Runs();
  for (const { id, occurrences } of listed.slice(0, most_groups)) {
    const code: Uint32Array[] = [];
    for (const { file, start, end } of occurrences) code.push(await compared.codeOf(file, start, end));
    const [first = new Uint32Array(), ...others] = code;
    evidence.set(id, {
      paths: occurrences.map(({ file }) => compared.pathOf(file)),
      lines: code.map(({ length }) => length),
      equal: others.map((other) => runs.lines(first, other)),
      areRows: areRows([...first].map((line) => compared.textOf(line))),
    });
  }
  return evidence;
}

/** Aligned equal lines that follow each other on both sides. */
class Runs {
  #cells = 0;

  /** @returns all lines of the shorter side if the comparison would take too long */
  lines(left: Uint32Array, right: Uint32Array): number {
    const { run, most_cells, most_all_cells } = SCREEN_RULES.evidence;
    const cells = left.length * right.length;
    if (cells > most_cells || this.#cells + cells > most_all_cells) return Math.min(left.length, right.length);
    this.#cells += cells;
    let [lines, length, at, other] = [0, 0, -1, -1];
    for (const [one, its] of alignedItems(left, right)) {
      length = one === at + 1 && its === other + 1 ? length + 1 : 1;
      if (length === run) lines += run;
      else if (length > run) lines++;
      [at, other] = [one, its];
    }
    return lines;
  }
}

const STRING = /"[^"]*"|'[^']*'|`[^`]*`/g;
const WORD = /[A-Za-z0-9_$\x80-\xff]+/g;

/** Whether few forms make up the lines: names and texts aside, they are the same line again and again. */
function areRows(lines: readonly string[]): boolean {
  const { least_lines, most_lines, forms_percent } = SCREEN_RULES.rows;
  if (lines.length < least_lines || lines.length > most_lines) return false;
  return new Set(lines.map(formOf)).size * 100 <= lines.length * forms_percent;
}

/** The signs of a line, and the number of its words, without texts. */
function formOf(line: string): string {
  const code = line.replaceAll(STRING, '');
  const signs = code.replaceAll(WORD, '').replaceAll(/[ ,\t]/g, '');
  return `${signs} ${code.match(WORD)?.length ?? 0}`;
}
