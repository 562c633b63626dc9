import { GATE_RULES } from '#languages/policy.ts';
import { isSmall } from '#lists/list-classes.ts';
import type { Scan } from '#scan/model.ts';
import type { GroupFinding } from './model.ts';

/**
 * Removes findings of small functions that are identical only up to renaming, such as getters and one-line delegations.
 * A finding remains if one of its new copies is identical to another copy. If all new copies are in tests, also of
 * identical small functions, and of declarations that are little similar: tests of one suite resemble each other.
 */
export function withoutSmall(
  findings: readonly GroupFinding[],
  scan: Pick<Scan, 'entries' | 'relations'>,
): GroupFinding[] {
  const isSmallShape = ({ family: { shown, nodes } }: GroupFinding) => {
    return shown.kind === 'function-shape' && isSmall({ kind: shown.kind, nodes });
  };
  const small = findings.filter(isSmallShape);
  const bodies = bodiesOf(scan, new Set(small.flatMap(({ family }) => family.copies.map(({ id }) => id))));
  const tests = testsOf(scan);
  return findings.filter((finding) => {
    const { fresh } = finding;
    if (fresh.length > 0 && fresh.every(({ path }) => tests.has(path)) && isLittle(finding)) return false;
    if (!isSmallShape(finding)) return true;
    const { copies } = finding.family;
    return fresh.some(({ id }) => {
      return copies.some((other) => other.id !== id && bodies.get(other.id) === bodies.get(id));
    });
  });
}

/** A small function, or declarations of which no new one is similar enough. */
function isLittle({ family: { shown, nodes, copies }, fresh }: GroupFinding): boolean {
  if (isSmall({ kind: shown.kind, nodes })) return true;
  if (shown.kind !== 'near') return false;
  // All are compared with the first copy.
  const compared = fresh.some(({ likeness }) => likeness?.relation === 'first') ? copies : fresh;
  return compared.every(({ likeness }) => {
    return (
      likeness !== undefined &&
      (likeness.relation === 'first' || likeness.similarity < GATE_RULES.tests.below_similarity)
    );
  });
}

function testsOf({ entries }: Pick<Scan, 'entries'>): Set<string> {
  return new Set(entries.flatMap((entry) => (entry.kind === 'file' && entry.is_test ? [entry.path] : [])));
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
