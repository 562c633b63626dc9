import { type CopyGroup, uniqueId } from '#relate/copies/copy-groups.ts';
import { groupsOfRun } from './run-groups.ts';
import type { BlockKind } from './seeds.ts';
import { integerOf } from './visit-starts.ts';
import { kindOf } from './write-runs.ts';

type Row = Record<string, unknown>;

/** An occurrence with the columns that groups list. */
export interface ListedOccurrence {
  isSmall: boolean;
  project: string;
  path: string;
  startByte: number;
  endByte: number;
  startLine: number;
  endLine: number;
  nodes: number;
  language: string;
  classes: string;
  units: string;
  shape: string;
  around: string | undefined;
}

export interface FoundGroup {
  group: Omit<CopyGroup, 'members'>;
  members: ListedOccurrence[];
}

/**
 * The groups of all runs, with the occurrences of one run in memory, and the id of each group of the kind `block-shape`.
 *
 * @param rows occurrences, by run, in the order in which an index numbers groups of the same fingerprint
 * @param fail the error for rows in another order
 */
export async function* blockGroups(
  rows: AsyncIterable<Row>,
  fail: (reason: string) => Error,
): AsyncGenerator<FoundGroup> {
  const ids = new GroupIds();
  for await (const { kind, occurrences } of runsOf(rows, fail)) {
    if (occurrences[0]?.isSmall !== false) continue;
    for (const { fingerprint, occurrences: members } of groupsOfRun(kind, occurrences)) {
      const nodes = members[0]?.nodes ?? 0;
      const group = { kind, fingerprint, nodes, score: nodes * (members.length - 1) };
      yield { group: { id: ids.of(kind, fingerprint), ...group }, members };
    }
  }
}

const RANGES = 256;

/** Runs of different units can be the same elements, so several groups of the kind `block-shape` can have one fingerprint. */
class GroupIds {
  /** By first byte of the fingerprint, because a map is limited. */
  readonly #known = Array.from({ length: RANGES }, () => new Map<string, number>());

  of(kind: BlockKind, fingerprint: string): string {
    const range = Number.parseInt(fingerprint.slice(0, 2), 16);
    return uniqueId(kind, fingerprint, (kind === 'block' ? undefined : this.#known[range]) ?? new Map());
  }
}

/** The rows of each run. */
async function* runsOf(
  rows: AsyncIterable<Row>,
  fail: (reason: string) => Error,
): AsyncGenerator<{ kind: BlockKind; occurrences: ListedOccurrence[] }> {
  let open: { kind: BlockKind; key: number[]; occurrences: ListedOccurrence[] } | undefined;
  for await (const row of rows) {
    const kind = kindOf(row.kind);
    const key = KEY.map((name) => Number(row[name]));
    const order = open === undefined ? 1 : compareKeys(kind, key, open);
    if (order < 0 || Number(row.ordinal) !== (order > 0 ? 0 : open?.occurrences.length)) {
      throw fail('its rows are not ordered, or incomplete');
    }
    if (order > 0) {
      if (open !== undefined) yield open;
      open = { kind, key, occurrences: [] };
    }
    open?.occurrences.push(occurrenceOf(row));
  }
  if (open !== undefined) yield open;
}

const KEY = ['first_project', 'first_file', 'first_unit', 'length', 'run'];

function compareKeys(
  kind: BlockKind,
  key: readonly number[],
  open: { kind: BlockKind; key: readonly number[] },
): number {
  if (kind !== open.kind) return kind < open.kind ? -1 : 1;
  const at = key.findIndex((its, index) => its !== open.key[index]);
  return at < 0 ? 0 : (key[at] ?? 0) - (open.key[at] ?? 0);
}

function occurrenceOf(row: Row): ListedOccurrence {
  return {
    isSmall: Number(row.is_small) === 1,
    project: String(row.project),
    path: String(row.path),
    startByte: Number(integerOf(row.start_byte)),
    endByte: Number(integerOf(row.end_byte)),
    startLine: Number(row.start_line),
    endLine: Number(row.end_line),
    nodes: Number(row.nodes),
    language: String(row.language),
    classes: String(row.classes),
    units: String(row.units),
    shape: String(row.shape),
    around: row.around === '' ? undefined : String(row.around),
  };
}
