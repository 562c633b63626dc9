import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Folder for temporary files of one driver process and its browser. A browser removes its profile when it is closed,
 * but not when it is killed.
 */
export class DriverFolder {
  /** Environment variables that set the folder; empty if the system gives no folder. */
  readonly environment: Readonly<Record<string, string>>;
  readonly #path: string | undefined;

  constructor() {
    this.#path = newFolder();
    this.environment = this.#path === undefined ? {} : { TMPDIR: this.#path, TEMP: this.#path, TMP: this.#path };
  }

  /** Removes the folder; called after the process has ended. Its browser may run a moment longer. */
  async remove(): Promise<void> {
    if (this.#path === undefined) return;
    // Files that cannot be removed are in a folder that the system empties.
    await rm(this.#path, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }).catch(() => undefined);
  }
}

function newFolder(): string | undefined {
  try {
    return mkdtempSync(join(tmpdir(), 'dashboard-driver-'));
  } catch {
    return undefined;
  }
}
