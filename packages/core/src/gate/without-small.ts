import { isSmall } from '#scan/list-classes.ts';
import type { Scan } from '#scan/model.ts';
import type { GroupFinding } from './model.ts';

/**
 * Removes findings of small functions that are identical only up to renaming, such as getters and one-line delegations.
 * A finding remains if one of its new copies is identical to another copy.
 */
export function withoutSmall(
  findings: readonly GroupFinding[],
  scan: Pick<Scan, 'entries' | 'relations'>,
): GroupFinding[] {
  const isRenamed = ({ family: { shown, nodes } }: GroupFinding) => {
    return shown.kind === 'function-shape' && isSmall({ kind: shown.kind, nodes });
  };
  const small = findings.filter(isRenamed);
  if (small.length === 0) return [...findings];
  const bodies = bodiesOf(scan, new Set(small.flatMap(({ family }) => family.copies.map(({ id }) => id))));
  return findings.filter((finding) => {
    if (!isRenamed(finding)) return true;
    const { copies } = finding.family;
    return finding.fresh.some(({ id }) => {
      return copies.some((other) => other.id !== id && bodies.get(other.id) === bodies.get(id));
    });
  });
}

/** The fingerprints of these functions. */
function bodiesOf(
  { entries, relations }: Pick<Scan, 'entries' | 'relations'>,
  wanted: ReadonlySet<string>,
): Map<string, string> {
  const bodies = new Map<string, string>();
  for (const entry of entries) {
    if (entry.kind !== 'file') continue;
    const ids = relations.get(entry.path)?.ids ?? [];
    for (const [index, { function_body }] of (entry.facts?.declarations ?? []).entries()) {
      const id = ids[index] ?? '';
      if (function_body !== undefined && wanted.has(id)) bodies.set(id, function_body);
    }
  }
  return bodies;
}
