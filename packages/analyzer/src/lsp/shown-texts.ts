import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Texts that the server shows: files in a temporary folder that only this user can read, until the server ends. */
export class ShownTexts {
  #folder: Promise<string> | undefined;
  #last = 0;

  /**
   * @param name of the file, without its extension
   * @returns the URI of a new file with the text
   */
  async write(name: string, text: string): Promise<string> {
    this.#folder ??= mkdtemp(join(tmpdir(), 'analyzer-lsp-'));
    const file = join(await this.#folder, `${++this.#last}-${name.replace(/[^\w.-]+/g, '_').slice(-60)}.diff`);
    await writeFile(file, text, { mode: 0o600 });
    return pathToFileURL(file).href;
  }

  async close(): Promise<void> {
    if (this.#folder !== undefined) await rm(await this.#folder, { recursive: true, force: true });
  }
}
