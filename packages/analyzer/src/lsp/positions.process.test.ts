import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { LAUNCHER } from '../fixture.ts';
import { LspClient } from './client-fixture.ts';

const BODY =
  '(a: number[]) => { let t = 0; for (const b of a) { if (b > 3) t += b * 2; else t -= b / 2; } return t; };';
const HEAD = "const s = '😀é';";
const LINE = `${HEAD} const one = ${BODY} const two = ${BODY}`;
const ENCODINGS = [
  { encoding: 'utf-8', offered: ['utf-8', 'utf-16'], more: 4 },
  { encoding: 'utf-16', offered: undefined, more: 1 },
  { encoding: 'utf-32', offered: ['utf-7', 'utf-32'], more: 0 },
];

test.each(ENCODINGS)(
  'two copies in one line have their own ranges, counted in $encoding',
  async ({ encoding, offered, more }) => {
    const folder = mkdtempSync(join(tmpdir(), 'analyzer-positions-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(join(folder, 'a.ts'), `${LINE}\n`);
    const client = new LspClient([LAUNCHER, 'lsp', '--engine', 'portable', '--jobs', '1'], folder);
    const answer = await client.initialize(folder, { general: { positionEncodings: offered } });
    expect(answer).toMatchObject({ capabilities: { positionEncoding: encoding } });
    const uri = pathToFileURL(join(folder, 'a.ts')).href;
    const textDocument = { uri, languageId: 'typescript', version: 1, text: `${LINE}\n` };
    client.notify('textDocument/didOpen', { textDocument });
    const column = (name: string) => [...LINE.slice(0, LINE.indexOf(`${name} =`))].length + more;
    const range = (name: string, moved = 0) => ({
      start: { line: 0, character: column(name) + moved },
      end: { line: 0, character: column(name) + moved + 3 },
    });
    const opened = await client.diagnostics((it) => it.version === 1);
    expect(opened.diagnostics.map((it) => it.range)).toEqual([range('one'), range('two')]);
    const hover = { textDocument: { uri }, position: { line: 0, character: column('two') + 60 } };
    expect(await client.request('textDocument/hover', hover)).toMatchObject({ range: range('two') });
    // Before the first declaration of the line, after characters of several units.
    const at = { line: 0, character: [...HEAD].length + more };
    client.notify('textDocument/didChange', {
      textDocument: { uri, version: 2 },
      contentChanges: [{ range: { start: at, end: at }, text: ' /* 1 */' }],
    });
    const edited = await client.diagnostics((it) => it.version === 2);
    expect(edited.diagnostics.map((it) => it.range)).toEqual([range('one', 8), range('two', 8)]);
  },
  60_000,
);
