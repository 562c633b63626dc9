import { rmSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Texts that the server shows: files in a temporary folder that only this user can read, until the process ends. */
export class ShownTexts {
  #folder: Promise<string> | undefined;
  #last = 0;

  /**
   * @param name of the file, without its extension
   * @returns the URI of a new file with the text
   */
  async write(name: string, text: string): Promise<string> {
    this.#folder ??= newFolder();
    const file = join(await this.#folder, `${++this.#last}-${name.replace(/[^\w.-]+/g, '_').slice(-60)}.diff`);
    await writeFile(file, text, { mode: 0o600 });
    return pathToFileURL(file).href;
  }
}

/** A folder that is removed when the process ends: an editor that sends `exit` ends it at once. */
async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'analyzer-lsp-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
