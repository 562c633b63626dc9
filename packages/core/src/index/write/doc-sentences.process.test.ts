import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { BUILT_HERE, NATIVE_MISSING } from '#parse/native/built-here.ts';
import { createNativeEngine } from '#parse/native/engine.ts';
import { completeOptions } from '#scan/options.ts';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import { ROWS } from '../generated/rows.ts';
import { docSentence } from '../words/doc-sentence.ts';
import { TextLines } from '../words/text-lines.ts';

const joined = (unit: fc.Arbitrary<string>, maxLength: number) =>
  fc.array(unit, { maxLength }).map((all) => all.join(''));
const text = joined(
  fc.constantFrom('Opens ', 'a', '. ', 'b? ', '@x ', 'A:\n', '\n', '\n * ', '*', '/', '\t', '--- ', 'é', '𝒳', ':'),
  24,
);
const comment = fc
  .tuple(fc.constantFrom('/**', '/*', '/***', 'a(); /**'), text)
  .map(([open, its]) => `${open}${its.replaceAll('*/', '')}*/`);
const between = fc.constantFrom('\n', '\r\n', '  \n', '\n\n', '\n// a\n', '');
const files = (unit: fc.Arbitrary<string>, start = '') => joined(unit, 6).map((code) => start + code);
const concat = (...parts: fc.Arbitrary<string>[]) => fc.tuple(...parts).map((all) => all.join(''));

const docstring = fc.tuple(fc.constantFrom('"""', "'''"), text).map(([quote, its]) => `${quote}${its}${quote}`);
const CODE = {
  ts: files(
    concat(
      comment,
      between,
      fc.constantFrom('function f() {}\n', 'const f =\n() => {};\n', '@a(1)\n@b.c\nclass A { /** In. */ f() {} }\n'),
    ),
  ),
  php: files(
    concat(
      comment,
      between,
      fc.constantFrom('function f() {}\n', '#[A]\nfinal class A { /** In. */ function f() {} }\n'),
    ),
    '<?php\n',
  ),
  py: files(
    concat(
      fc.constantFrom('', '@a\n', '@a(1,\n  2)\n', '@a("é")\n'),
      fc.constantFrom('def f(a=":", b={1: 2}):', 'class A(b):', "async  def f(a='''\n):'''):  # ):"),
      fc.constantFrom('\n  ', ' ', '\n\n  # é\n  ', ' \\\n  '),
      fc.oneof(docstring, fc.constantFrom('"Open."', "r'it'", 'return', '""')),
      fc.constantFrom('\n', '\r\n'),
    ),
  ),
  sh: files(
    concat(
      joined(fc.constantFrom('# Opens ', '#', 'a. ', '\n', '\n# ', '#!', '\n# shellcheck disable=A\n'), 9).map(
        (it) => `#${it}\n`,
      ),
      fc.constant('f() { :; }\n'),
    ),
  ),
};
const LANGUAGES = { ts: 'typescript', php: 'php', py: 'python', sh: 'bash' } as const;
const EACH = 150;

describe.skipIf(NATIVE_MISSING !== undefined)(`sentences of doc comments${NATIVE_MISSING ?? ''}`, () => {
  const native = createNativeEngine({ jobs: 1, tokens: true, file: BUILT_HERE });
  afterAll(() => native.close());

  /** By path: the first line of each declaration, and the sentences that the engine sends. */
  async function scanned(root: string): Promise<{ path: string; starts: number[]; sentences: string | undefined }[]> {
    const request = {
      options: completeOptions({ max_bytes: 0 }),
      root,
      own: [],
      label: 'l',
      ids: { project: 1, node: 1, last_cycle: 0 },
      docs: true,
    };
    const paths = new Map<number, string>();
    const starts = new Map<number, number[]>();
    const sentences = new Map<number, string>();
    for await (const { header, body } of native.wholeProject?.('index', request) ?? []) {
      const { table, cells = [] }: { table?: keyof typeof ROWS; cells?: (number | string | null)[] } =
        JSON.parse(header);
      const columns: readonly string[] = table === undefined ? [] : ROWS[table].columns;
      let at = 0;
      for (let row = 0; row < cells.length; row += columns.length) {
        const cell = (column: string) => cells[row + columns.indexOf(column)];
        if (table === 'file') paths.set(Number(cell('id')), String(cell('path')));
        if (table === 'node' && cell('start_line') !== null) {
          const file = Number(cell('file_id'));
          starts.set(file, [...(starts.get(file) ?? []), Number(cell('start_line'))]);
        }
        if (table === 'doc_of_file') {
          const end = at + Number(cell('data'));
          sentences.set(Number(cell('file_id')), Buffer.from(body.subarray(at, end)).toString());
          at = end;
        }
      }
    }
    return [...paths].map(([id, path]) => ({ path, starts: starts.get(id) ?? [], sentences: sentences.get(id) }));
  }

  test.each(['ts', 'php', 'py', 'sh'] as const)('of random .%s files are the same in both engines', async (ending) => {
    const codes = fc.sample(CODE[ending], EACH);
    const folder = fixtureFolder(Object.fromEntries(codes.map((code, at) => [`p/${at}.${ending}`, code])));
    let documented = 0;
    for (const { path, starts, sentences } of await scanned(join(folder, 'p'))) {
      const code = readFileSync(join(folder, 'p', path), 'utf8');
      const lines = TextLines.of(code);
      const expected = starts.map((start) => docSentence(lines, start - 1, LANGUAGES[ending]));
      if (starts.length > 0) expect([code, sentences?.split('\n')]).toEqual([code, [...expected, '']]);
      documented += expected.filter((it) => it !== '').length;
    }
    expect(documented).toBeGreaterThan(EACH / 5);
  });

  test('are not sent of files that only the program can read', async () => {
    const folder = fixtureFolder({
      'space.php': '<?php\n/** Opens.\u00a0It. */\nfunction f() {}\n',
      'latin.py': Buffer.from('# coding: latin-1\ndef f():\n    "\u00d6ffnet."\n', 'latin1'),
      'large.js': `/** Opens. */\nfunction f() {}\n${'//\n'.repeat(1_400_000)}`,
      'none.js': 'a();\n',
      'plain.js': '/** Opens. */\nfunction f() {}\n',
    });
    const found = (await scanned(folder)).filter(({ sentences }) => sentences !== undefined);
    expect(found).toEqual([{ path: 'plain.js', starts: [2], sentences: 'Opens.\n' }]);
  });
});
