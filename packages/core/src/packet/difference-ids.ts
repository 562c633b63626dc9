import type { ContextEvidenceV1 } from '@analyzer/contracts/analyzer.context-evidence.v1';

/** The ids of the differences of a group that an answer can cite: those of all its occurrences, and those of each. */
export function differenceIds(
  { differences, evidence_ids: ids }: ContextEvidenceV1['groups'][number],
  { evidence }: ContextEvidenceV1,
): string[] {
  const its = evidence.filter(({ id }) => ids.includes(id));
  return [...differences, ...its.flatMap(({ changes }) => changes?.items ?? [])].flatMap(({ id }) => id ?? []);
}
