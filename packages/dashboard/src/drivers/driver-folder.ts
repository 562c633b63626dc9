import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Where one driver process and its browser leave temporary files. A browser removes its profile when it is closed, but
 * not when it is killed.
 */
export class DriverFolder {
  /** What tells the process of it; nothing where the system gives no folder. */
  readonly environment: Readonly<Record<string, string>>;
  readonly #path: string | undefined;

  constructor() {
    this.#path = newFolder();
    this.environment = this.#path === undefined ? {} : { TMPDIR: this.#path, TEMP: this.#path, TMP: this.#path };
  }

  /** To be called when the process has ended; its browser may go on for a moment. */
  async remove(): Promise<void> {
    if (this.#path === undefined) return;
    // What can't be removed is in a folder that the system empties.
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
