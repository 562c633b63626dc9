import { createHash } from 'node:crypto';
import type { ElementBlock } from '#parse/elements/element-block.ts';
import { NameNumbers } from '#parse/elements/name-numbers.ts';
import type { ElementBlocks } from './compared-file.ts';
import type { RepeatedRun } from './run-choice.ts';
import { type ChainedUnits, type UnitRun, unitsOf } from './unit-runs.ts';
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
  let current: { file: number; digests: ShapeDigests } | undefined;
  for (const { run, start, occurrence } of starts) {
    const file = units.file[start] ?? 0;
    if (current?.file !== file) {
      current = { file, digests: new ShapeDigests(blocks.of(file)) };
    }
    const its = digests[run];
    if (its !== undefined) its[occurrence] = current.digests.of(units, { start, length: runs[run]?.length ?? 0 });
  }
  return digests;
}

/** The elements that are hashed at once: units are nested, so those of a file have many times its elements. */
const bytes = Buffer.alloc(1024 * BYTES);

/** The digests of runs of a file. */
export class ShapeDigests {
  readonly #block: ElementBlock;
  readonly #numbers: NameNumbers;

  constructor(block: ElementBlock) {
    this.#block = block;
    this.#numbers = new NameNumbers(block.openings.name);
  }

  /** 64 hex. */
  of(units: Pick<ChainedUnits, 'first' | 'count' | 'lastClosings' | 'next'>, run: UnitRun): string {
    const { openings, opening, closings } = this.#block;
    const numbers = this.#numbers;
    const digest = createHash('sha256');
    let to = 0;
    numbers.begin();
    for (const unit of unitsOf(units, run)) {
      const first = units.first[unit] ?? 0;
      const end = first + (units.count[unit] ?? 0);
      for (let at = first; at < end; at++) {
        const its = opening[at] ?? 0;
        const role = openings.role[its] ?? 0;
        const numbered = role === 0 ? 0 : numbers.of(role, openings.name[its] ?? 0) + 1;
        bytes.writeInt32BE((role === 0 ? openings.high[its] : openings.bareHigh[its]) ?? 0, to);
        bytes.writeInt32BE((role === 0 ? openings.low[its] : openings.bareLow[its]) ?? 0, to + 4);
        bytes.writeUInt32BE((at === end - 1 ? units.lastClosings[unit] : closings[at]) ?? 0, to + 8);
        bytes.writeUInt32BE(numbered, to + 12);
        to += BYTES;
        if (to < bytes.length) continue;
        digest.update(bytes);
        to = 0;
      }
    }
    digest.update(bytes.subarray(0, to));
    return digest.digest('hex');
  }
}
