import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** SHA-256 over the manifest and the sources of the parser, each with its name. */
export function sourcesDigest(crate) {
  const digest = createHash('sha256');
  const sources = readdirSync(join(crate, 'src')).sort();
  for (const name of ['Cargo.toml', ...sources.map((source) => `src/${source}`)]) {
    digest.update(`${name}\n`).update(readFileSync(join(crate, name)));
  }
  return digest.digest('hex');
}
