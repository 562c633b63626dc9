import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { quoter } from './quote.ts';

const sha256 = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex');

function project(files: Readonly<Record<string, string | Buffer>>) {
  const above = mkdtempSync(join(tmpdir(), 'quote-'));
  onTestFinished(() => rmSync(above, { recursive: true }));
  const root = join(above, 'app');
  mkdirSync(root);
  for (const [path, text] of Object.entries(files)) writeFileSync(join(root, path), text);
  const quote = quoter(new Map([['app', root]]));
  const of = (path: string, text: string | Buffer, startLine: number, endLine: number) =>
    quote({ project: 'app', path, language: 'python', startLine, endLine, sha256: sha256(text) });
  return { root, quote, of };
}

test('quotes complete lines with any line ends', async () => {
  const text = 'a\r\nb\r\n  c\nd\n';
  const { of } = project({ 'x.py': text });
  expect(await of('x.py', text, 2, 3)).toEqual({ text: 'b\n  c' });
});

test('quotes in the encoding that the file declares', async () => {
  const bytes = Buffer.from('# coding: latin-1\nx = "\xe9"\n', 'latin1');
  expect(await project({ 'x.py': bytes }).of('x.py', bytes, 2, 2)).toEqual({ text: 'x = "é"' });
});

test('reports a changed file and does not quote it', async () => {
  const { of } = project({ 'x.py': 'new\n' });
  expect(await of('x.py', 'old\n', 1, 1)).toEqual({ missing: 'changed' });
});

test('missing files, unknown projects, links and paths outside of the project are not read', async () => {
  const { root, of, quote } = project({});
  writeFileSync(join(root, '..', 'secret.py'), 's\n');
  symlinkSync(join(root, '..', 'secret.py'), join(root, 'link.py'));
  expect(await of('gone.py', 's\n', 1, 1)).toEqual({ missing: 'unreadable' });
  expect(await of('link.py', 's\n', 1, 1)).toEqual({ missing: 'unreadable' });
  expect(await of('../secret.py', 's\n', 1, 1)).toEqual({ missing: 'unreadable' });
  const foreign = { project: 'other', path: 'x.py', language: 'python', startLine: 1, endLine: 1 };
  expect(await quote({ ...foreign, sha256: sha256('s\n') })).toEqual({ missing: 'unreadable' });
});

test('too long quotations are omitted', async () => {
  const text = `${'x'.repeat(16_001)}\n`;
  expect(await project({ 'x.py': text }).of('x.py', text, 1, 1)).toEqual({ missing: 'size' });
});

test('a line with much other code is quoted only in the requested range', async () => {
  const wanted = 'def é(): pass';
  const text = `${'é'.repeat(20_000)}${wanted};${'y'.repeat(20_000)}\n`;
  const { quote } = project({ 'x.py': text });
  const request = { project: 'app', path: 'x.py', language: 'python', startLine: 1, endLine: 1, sha256: sha256(text) };
  const bytes = { start: 40_000, end: 40_000 + Buffer.byteLength(wanted) };
  expect(await quote({ ...request, bytes })).toEqual({ text: wanted });
  expect(await quote({ ...request, bytes: { start: 0, end: Buffer.byteLength(text) - 1 } })).toEqual({
    missing: 'size',
  });
});

test('quotes the code of a notebook instead of its JSON', async () => {
  const cell = '{"cell_type": "code", "source": [\n"def f():\\n",\n"    return \\"a\\""]}';
  const text = `{"cells": [\n${cell}], "metadata": {"kernelspec": {"language": "python"}}}`;
  expect(await project({ 'x.ipynb': text }).of('x.ipynb', text, 3, 4)).toEqual({ text: 'def f():\n    return "a"' });
});
