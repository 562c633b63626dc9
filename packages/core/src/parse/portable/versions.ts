import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import manifest from '../../../package.json' with { type: 'json' };

/**
 * All versions that outcomes of the portable engine depend on. The worker's code is included completely: it contains
 * the fingerprint version, the language data and the grammars' checksums, and the names of its chunks, which are hashes
 * of their content.
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
