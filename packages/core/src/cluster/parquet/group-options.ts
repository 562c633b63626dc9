import type { Snapshot } from '#index/port.ts';
import { type CopyLimits, LIMITS } from '#relate/copies/limits.ts';
import type { GroupKind, ScanOptions } from '#scan/model.ts';
import { copyLimits } from '#scan/options.ts';

/** The kinds of the groups of an index, and the sizes from which it compares code, which all its projects share. */
export function groupOptions(snapshot: Snapshot): { kinds: readonly GroupKind[]; limits: CopyLimits } {
  const options = snapshot.all(
    'SELECT options FROM project',
    [],
    (row): ScanOptions => JSON.parse(row.text('options')),
  );
  const [first] = options;
  return { kinds: options.flatMap(({ kinds }) => kinds), limits: first === undefined ? LIMITS : copyLimits(first) };
}
