import { readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ERRORS, EXIT } from '@analyzer/contracts';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const FOLDERS = ['packages', 'native/analyzer-rs/src', 'native/analyzer-rs/crates', 'docs'];
const OTHERS = /(\.(test|suite|peer)|fixture)\.ts$|(^|\/)(tests|node_modules|dist|target)\//;

/** Where a number is an exit code of a program, by the ending of a file. */
const SOURCES: Readonly<Record<string, RegExp>> = {
  ts: /process\.exit(?:Code = |\()(\d+)|\bexit: (\d+)/g,
  js: /process\.exit(?:Code = |\()(\d+)/g,
  rs: /Self::\w+(?: \| Self::\w+)* => (\d+),|const (?:OK|FINDINGS): u8 = (\d+)|process::exit\((\d+)\)/g,
  md: /exit codes? (?:is )?(?:then )?(\d+)|exits? with (?:code )?(\d+)/gi,
};

function paths(): string[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(root + folder, { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
  );
}

/** Every exit code that a program can end with or that a page names, with the file. */
function collected(): Map<number, string> {
  const codes = new Map<number, string>();
  for (const { exit } of Object.values(ERRORS)) codes.set(exit, 'errors.ts');
  for (const exit of Object.values(EXIT)) codes.set(exit, 'errors.ts');
  for (const path of paths()) {
    const code = SOURCES[extname(path).slice(1)];
    if (code === undefined || OTHERS.test(path)) continue;
    for (const [, ...groups] of readFileSync(root + path, 'utf8').matchAll(code)) {
      codes.set(Number(groups.find((group) => group !== undefined)), path);
    }
  }
  return codes;
}

test('the page about errors lists every exit code of the programs and of the other pages', () => {
  const page = readFileSync(`${root}docs/specifications/errors.md`, 'utf8');
  const listed = new Set([...page.matchAll(/^\| (?:`\w+` \| )?(\d+) \|/gm)].map(([, code]) => Number(code)));
  const missing = [...collected()].filter(([code]) => !listed.has(code));
  expect(missing).toEqual([]);
});

test('the collection contains codes that only one kind of source has', () => {
  expect([...collected().keys()].toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 70, 71, 124, 130, 141]);
});
