import { compareBytes } from '@analyzer/contracts/order';
import type { Cycle } from '#scan/model.ts';

/**
 * The cycles of all imports of a scan, from its cycles at load and those that close only through other imports. A cycle
 * at load that is part of a larger one is omitted.
 */
export function allCycles(atLoad: readonly Cycle[], beyond: readonly Cycle[]): Cycle[] {
  const covered = new Set(beyond.flatMap(({ files }) => files));
  const others = atLoad.filter(({ files }) => files.every((path) => !covered.has(path)));
  return [...others, ...beyond].sort((a, b) => compareBytes(a.files[0] ?? '', b.files[0] ?? ''));
}
