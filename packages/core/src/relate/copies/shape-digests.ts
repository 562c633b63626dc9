import { createHash } from 'node:crypto';
import type { ElementBlock } from '#parse/elements/element-block.ts';
import { NameNumbers } from '#parse/elements/name-numbers.ts';
import type { ElementBlocks } from './compared-file.ts';
import type { RepeatedRun } from './repeated-runs.ts';
import type { UnitColumns } from './unit-text.ts';

const BYTES = 16;

/**
 * By run, then by occurrence: the SHA-256 of the run's elements with names numbered from the start of the run, 64 hex.
 * Each element is its hash, its closings, and of a name its number and 1, else 0.
 */
export function shapeDigests(runs: readonly RepeatedRun[], units: UnitColumns, blocks: ElementBlocks): string[][] {
  const starts = runs.flatMap(({ starts }, run) =>
    Array.from(starts, (start, occurrence) => ({ run, start, occurrence })),
  );
  starts.sort((a, b) => a.start - b.start);
  const digests: string[][] = runs.map(() => []);
  let current: { file: number; block: ElementBlock; numbers: NameNumbers } | undefined;
  for (const { run, start, occurrence } of starts) {
    const file = units.file[start] ?? 0;
    if (current?.file !== file) {
      const block = blocks.of(file);
      current = { file, block, numbers: new NameNumbers(block.openings.name) };
    }
    const its = digests[run];
    if (its !== undefined) its[occurrence] = digestOf(current, units, start, runs[run]?.length ?? 0);
  }
  return digests;
}

function digestOf(
  { block, numbers }: { block: ElementBlock; numbers: NameNumbers },
  units: UnitColumns,
  start: number,
  length: number,
): string {
  const { openings, opening, closings } = block;
  const digest = createHash('sha256');
  numbers.begin();
  let unit = start;
  for (let step = 0; step < length; step++) {
    const first = units.first[unit] ?? 0;
    const end = first + (units.count[unit] ?? 0);
    const bytes = Buffer.alloc((end - first) * BYTES);
    for (let at = first; at < end; at++) {
      const its = opening[at] ?? 0;
      const role = openings.role[its] ?? 0;
      const numbered = role === 0 ? 0 : numbers.of(role, openings.name[its] ?? 0) + 1;
      const to = (at - first) * BYTES;
      bytes.writeInt32BE((role === 0 ? openings.high[its] : openings.bareHigh[its]) ?? 0, to);
      bytes.writeInt32BE((role === 0 ? openings.low[its] : openings.bareLow[its]) ?? 0, to + 4);
      bytes.writeUInt32BE((at === end - 1 ? units.lastClosings[unit] : closings[at]) ?? 0, to + 8);
      bytes.writeUInt32BE(numbered, to + 12);
    }
    digest.update(bytes);
    unit = units.next[unit] ?? -1;
  }
  return digest.digest('hex');
}
