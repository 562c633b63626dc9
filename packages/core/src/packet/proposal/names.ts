import type { ContextEvidenceV1 } from '@analyzer/contracts/analyzer.context-evidence.v1';
import { KnownNames } from '../check/known-names.ts';

/** The names in a packet. A file can also be named with its project. */
export function namesOf(evidence: ContextEvidenceV1): KnownNames {
  return new KnownNames(
    evidence,
    evidence.files.map(({ project, path }) => `${project}/${path}`),
  );
}
