import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Reads every file of a folder, so that the system caches it. */
export function readAll(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) readFileSync(join(entry.parentPath, entry.name));
  }
}
