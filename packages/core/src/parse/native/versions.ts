import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import manifest from '../../../package.json' with { type: 'json' };

/** The program counts whole: while it is worked on it says the same of itself and gives other facts. */
export function nativeVersions(file: string): string {
  return `native ${manifest.version}, program ${createHash('sha256').update(readFileSync(file)).digest('hex')}`;
}
