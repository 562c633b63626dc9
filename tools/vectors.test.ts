import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
/** Fixtures that both engines must satisfy. */
const FOLDERS = ['vectors', 'facts', 'engine', 'formatters', 'renaming', 'meaning', 'render', 'diff'];

const ENGINES = {
  portable: sources('packages', (name) => name.endsWith('.ts') && !name.includes('node_modules')),
  // Tests of private functions of the program are in its sources.
  native: ['crates', 'tests', 'src']
    .map((folder) => sources(`native/analyzer-rs/${folder}`, (name) => isRustTest(`${folder}/${name}`)))
    .join('\n'),
};

function isRustTest(path: string): boolean {
  return /(^|\/)tests\/.*\.rs$|^src\/.*\.rs$/.test(path);
}

function files(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(root, folder).length + 1));
}

function sources(folder: string, isAsked: (name: string) => boolean): string {
  return files(folder)
    .filter(isAsked)
    .map((name) => readFileSync(join(root, folder, name), 'utf8'))
    .join('\n');
}

/** Whether sources name a file, or a folder above it whose files they list or name by a variable. */
function isRead(text: string, file: string): boolean {
  const [name = '', ...around] = file.split('/').reverse();
  // The folder name `vectors` alone does not count.
  const folders = around.filter((it) => it !== 'vectors');
  const named = new RegExp(`['"\`/]${escaped(name)}['"\`]`);
  const listed = folders.map((it) => new RegExp(`['"\`/]${escaped(it)}(/?['"\`]|/[^'"\`\\s]*[{$])`));
  return named.test(text) || listed.some((pattern) => pattern.test(text));
}

describe.each(Object.entries(ENGINES))('in the %s engine', (_, text) => {
  test.each(FOLDERS)('a test reads every file of fixtures/%s', (folder) => {
    const all = files(`fixtures/${folder}`).filter(
      (name) => !/^(README\.md|LICENSES\.txt)$/.test(name.split('/').at(-1) ?? ''),
    );
    expect(all.length).toBeGreaterThan(0);
    expect(all.map((name) => `${folder}/${name}`).filter((name) => !isRead(text, name))).toEqual([]);
  });
});

test('a file that no test names is detected', () => {
  for (const text of Object.values(ENGINES)) expect(isRead(text, 'vectors/unread.json')).toBe(false);
});

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
