import { createHash } from 'node:crypto';
import type { GroupKind } from '../model.ts';

/**
 * The id of a clone group: `g_` and the first 20 hex digits of the SHA-256 over the kind in ASCII, one zero byte, and
 * the fingerprint as its 64 lower-case hex digits in ASCII.
 */
export function groupId(kind: GroupKind, fingerprint: string): string {
  return `g_${createHash('sha256').update(`${kind}\0${fingerprint}`).digest('hex').slice(0, 20)}`;
}
