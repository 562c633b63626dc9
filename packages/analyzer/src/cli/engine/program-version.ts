import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The bundled program next to this code. It contains the names of its chunks, which are hashes of their content. */
const PROGRAM = fileURLToPath(new URL('main.js', import.meta.url));

/** Equal for equal code: SHA-256, 64 hex digits. */
export function programVersion(): string {
  return createHash('sha256').update(readFileSync(PROGRAM)).digest('hex');
}
