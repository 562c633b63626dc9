import type { Snapshot } from '#index/port.ts';
import { decodeUnits } from '#parse/elements/element-block.ts';
import type { CopyLimits } from '#relate/copies/limits.ts';
import { nodesOfRun, type RunRange, rangeOfRun } from '#relate/copies/unit-runs.ts';
import { setsWithRuns } from './block-candidates.ts';
import { type CodeRuns, chained, codeRuns, type NextUnits } from './code-runs.ts';
import type { IndexedCode } from './indexed-code.ts';
import { type Block, type BlockMatch, type Match, type MatchFilter, wanted } from './matches.ts';
import type { Subject } from './subjects.ts';

/** A declaration of the index; of several with the same bytes the later one is the inner one. */
interface Declaration {
  node: number;
  startByte: number;
  endByte: number;
}

const DECLARATIONS = `
  SELECT node.id, file_id, start_byte, end_byte FROM json_each(?) AS wanted
  CROSS JOIN file ON file.id = wanted.value
  CROSS JOIN node ON node.id BETWEEN file.id + 1 AND file.last_node_id
  WHERE start_byte <= ? AND end_byte >= ? ORDER BY node.id`;

/**
 * The largest block that each pair of declarations has in common, unless one of the matches says that they, or declarations
 * around them, are similar. Statements outside of declarations are not compared.
 */
export function blockMatches(
  snapshot: Snapshot,
  indexed: IndexedCode,
  code: {
    elements: Uint8Array | undefined;
    subjects: readonly Subject[];
    matches: readonly Match[];
    limits: CopyLimits;
  },
  filter: MatchFilter,
): BlockMatch[] {
  const own = code.elements === undefined ? undefined : codeRuns(code.elements, code.limits);
  if (own === undefined || own.runs.length === 0) return [];
  const sets = indexed.sets(snapshot);
  const nodes = setsWithRuns(snapshot, indexed, own).map((set) => sets.node[set] ?? 0);
  const files = wanted(snapshot, nodes, filter);
  const found = new Map<number, Block[]>();
  for (const [file, elements] of indexed.elements(snapshot, [...files.keys()])) {
    const blocks = [...equalRuns(own, chained(decodeUnits(elements)))];
    if (blocks.length > 0) found.set(file, blocks);
  }
  const declarationsOf = readDeclarations(snapshot, found);
  const known = new Set(code.matches.map(({ subject, node }) => pairKey(subject, node)));
  const best = new Map<string, BlockMatch>();
  for (const [file, blocks] of found) {
    const compared = new Set(files.get(file));
    for (const block of blocks) {
      const around = declarationsOf.get(file)?.filter((its) => contains(its, block.found)) ?? [];
      const node = around.at(-1)?.node;
      const [subjects, subject] = subjectsAround(code.subjects, block.code);
      if (node === undefined || subject === undefined || !around.some((its) => compared.has(its.node))) continue;
      if (subjects.some((one) => around.some((its) => known.has(pairKey(one, its.node))))) continue;
      const key = pairKey(subject, node);
      if ((best.get(key)?.block.nodes ?? 0) >= block.nodes) continue;
      best.set(key, { subject, node, match: 'block', block });
    }
  }
  return [...best.values()];
}

function pairKey(subject: number, node: number): string {
  return `${subject} ${node}`;
}

/** The declarations around blocks, and some others. @returns by node of the file */
function readDeclarations(
  snapshot: Snapshot,
  blocks: ReadonlyMap<number, readonly Block[]>,
): Map<number, Declaration[]> {
  const declarations = new Map<number, Declaration[]>();
  let [lastStart, firstEnd] = [0, Number.MAX_SAFE_INTEGER];
  for (const { found } of [...blocks.values()].flat()) {
    lastStart = Math.max(lastStart, found.startByte);
    firstEnd = Math.min(firstEnd, found.endByte);
  }
  if (blocks.size === 0) return declarations;
  snapshot.all(DECLARATIONS, [JSON.stringify([...blocks.keys()]), lastStart, firstEnd], (row) => {
    const file = row.integer('file_id');
    const its = declarations.get(file) ?? [];
    declarations.set(file, its);
    its.push({
      node: row.integer('id'),
      startByte: row.optionalInteger('start_byte') ?? 0,
      endByte: row.optionalInteger('end_byte') ?? 0,
    });
  });
  return declarations;
}

function contains({ startByte, endByte }: Pick<Declaration, 'startByte' | 'endByte'>, run: RunRange): boolean {
  return startByte <= run.startByte && run.endByte <= endByte;
}

/** All subjects around a run, and the inner one. */
function subjectsAround(subjects: readonly Subject[], run: RunRange): [all: number[], inner: number | undefined] {
  const all = [...subjects.keys()].filter((at) => {
    const subject = subjects[at];
    return subject !== undefined && contains(subject, run);
  });
  return [all, all.at(-1)];
}

/** The maximal equal runs of the code and a file, without those in an equal unit. */
function* equalRuns({ units: own, runs }: CodeRuns, units: NextUnits): Generator<Block> {
  const byLow = new Map<number, number[]>(runs.map(({ start }) => [own.low[start] ?? 0, []]));
  for (let unit = 0; unit < units.low.length; unit++) byLow.get(units.low[unit] ?? 0)?.push(unit);
  for (const { start, length } of runs) {
    for (const other of byLow.get(own.low[start] ?? 0) ?? []) {
      if (isEqual(own, own.previous[start], units, units.previous[other])) continue;
      const parent = own.parent[start] ?? -1;
      if (own.isFunction[parent] === 0 && isEqual(own, parent, units, units.parent[other])) continue;
      const equal = equalLength(own, start, units, other);
      if (equal < length) continue;
      const run = { start, length: equal };
      const found = rangeOfRun(units, { start: other, length: equal });
      yield { nodes: nodesOfRun(own, run), code: rangeOfRun(own, run), found };
    }
  }
}

/** @param unit -1 for none */
function isEqual(own: NextUnits, unit = -1, units: NextUnits, other = -1): boolean {
  return unit >= 0 && other >= 0 && own.high[unit] === units.high[other] && own.low[unit] === units.low[other];
}

function equalLength(own: NextUnits, start: number, units: NextUnits, from: number): number {
  let length = 0;
  let [unit, other] = [start, from];
  while (isEqual(own, unit, units, other)) {
    length++;
    [unit, other] = [own.next[unit] ?? -1, units.next[other] ?? -1];
  }
  return length;
}
