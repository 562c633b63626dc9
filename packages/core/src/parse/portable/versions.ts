import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import manifest from '../../../package.json' with { type: 'json' };

/**
 * All that outcomes of the portable engine depend on besides a job. The worker's code counts whole: the fingerprint
 * version, the language data and the grammars' checksums are in it, and of what it is split into the names, which are
 * made of the content.
 */
export function portableVersions(workerPath: string): string {
  const { dependencies, version } = manifest;
  return [
    `portable ${version}`,
    `oxc-parser ${dependencies['oxc-parser']}`,
    `web-tree-sitter ${dependencies['web-tree-sitter']}`,
    `worker ${createHash('sha256').update(readFileSync(workerPath)).digest('hex')}`,
  ].join(', ');
}
