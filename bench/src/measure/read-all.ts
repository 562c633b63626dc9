import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Brings every file of a folder into memory, as far as the system keeps it there. */
export function readAll(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) readFileSync(join(entry.parentPath, entry.name));
  }
}
