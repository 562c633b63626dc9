import type { DiffV1 } from '@analyzer/contracts/analyzer.diff.v1';
import { sha256 } from '../digest.ts';

/** The identity of a diff: the same for both engines, and for folders with other names. */
export function diffDigest({ engine: _engine, runtime: _runtime, before, after, ...rest }: DiffV1): string {
  const [{ root: _before, ...old }, { root: _after, ...now }] = [before, after];
  return sha256(JSON.stringify({ before: old, after: now, ...rest }));
}
