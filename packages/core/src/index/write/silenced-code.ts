import type { CopyGroup, CopyMember } from '#relate/copies/copy-groups.ts';
import type { Statements } from '../sqlite/statements.ts';
import type { StoredFile } from './compared-files.ts';

const LINES = 'SELECT file_id, start_line, end_line FROM temp.silenced_lines';

/** Similarity of a declaration to itself, in thousandths. */
const WHOLE = 1000;

interface Lines {
  start: number;
  end: number;
}

/** The code that comments silence, of the projects whose comments are trusted (`lists/ignored-code.ts` for a scan). */
export class SilencedCode {
  /** By node of the file. */
  readonly #files = new Map<number, Lines[]>();

  constructor(statements: Statements) {
    for (const [file, lines] of statements.all(LINES, [], (row) => {
      return [row.integer('file_id'), { start: row.integer('start_line'), end: row.integer('end_line') }] as const;
    })) {
      const its = this.#files.get(file);
      if (its === undefined) this.#files.set(file, [lines]);
      else its.push(lines);
    }
  }

  /** The groups without silenced occurrences, if at least two others remain. */
  without(groups: readonly CopyGroup[], files: readonly StoredFile[]): CopyGroup[] {
    if (this.#files.size === 0) return [...groups];
    return groups.flatMap((group) => {
      const members = group.members.filter((it) => !this.#silences(it, files[it.file]));
      if (members.length === group.members.length) return [group];
      return members.length < 2 ? [] : [{ ...group, ...remaining(group, members, files) }];
    });
  }

  /** An occurrence must be in the lines of a comment completely. */
  #silences({ declaration, range }: CopyMember, file: StoredFile | undefined): boolean {
    const lines = this.#files.get(file?.node ?? -1);
    if (lines === undefined) return false;
    const facts = file?.declarations[declaration];
    const [first, last] = range === undefined ? [facts?.start_line, facts?.end_line] : [range.startLine, range.endLine];
    return lines.some(({ start, end }) => start <= (first ?? 0) && (last ?? 0) <= end);
  }
}

/** Sizes of callbacks are not known here: a group with them has the sizes of all its occurrences. */
function remaining(
  { kind, nodes }: CopyGroup,
  members: readonly CopyMember[],
  files: readonly StoredFile[],
): Partial<CopyGroup> {
  // Others are compared with the first one that remains.
  const led = members.map((it, at) => (at === 0 && it.similarity !== undefined ? { ...it, similarity: WHOLE } : it));
  if (kind !== 'near') return { members: led, score: nodes * (members.length - 1) };
  if (members.some(({ range }) => range !== undefined)) return { members: led };
  const sizes = members.map(({ file, declaration }) => files[file]?.declarations[declaration]?.nodes ?? 0);
  const largest = Math.max(...sizes);
  return { members: led, nodes: largest, score: sizes.reduce((sum, it) => sum + it, 0) - largest };
}
