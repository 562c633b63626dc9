import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import manifest from '../../../package.json' with { type: 'json' };

/** Includes a digest of the complete program: during development it may return other facts with equal version numbers. */
export function nativeVersions(file: string): string {
  return `native ${manifest.version}, program ${createHash('sha256').update(readFileSync(file)).digest('hex')}`;
}
