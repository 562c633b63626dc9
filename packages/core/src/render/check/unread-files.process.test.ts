import { expect, test } from 'vitest';
import { checkOf } from '#check/fixture.ts';
import { verdictOf } from './wording.ts';

test('a check names the number of source files in languages that are not parsed, the most frequent first', async () => {
  const files = {
    'a.rb': 'x = 1',
    'b.go': 'package b',
    'c.go': 'package c',
    'd.kt': 'val a = 1',
    'e.swift': 'let a = 1',
  };
  const check = await checkOf({}, { ...files, 'f.py': 'x = 1\n', 'readme.md': '# x' });
  expect(verdictOf(check)).toContain('5 source files not analyzed: 2 go, 1 kotlin, 1 ruby, 1 other language');
});

test('a check of parsed files only does not mention unread files', async () => {
  expect(verdictOf(await checkOf({}, { 'f.py': 'x = 1\n', 'data.json': '{}' })).join()).not.toContain('not analyzed');
});

/** Functions that are windows of one sequence of statements: each window in a window is a repeated run. */
const windows = Array.from({ length: 50 }, (_, from) => {
  const lines = Array.from({ length: 30 }, (_, at) => `    total = mix(total, a.f${from + at}, b + ${from + at})\n`);
  return `def f${from}(total, a, b):\n${lines.join('')}    return total\n\n`;
}).join('');

test('a check names the files in which only the largest repeated runs are compared', async () => {
  const check = await checkOf({}, { 'windows.py': windows, 'f.py': 'x = 1\n' });
  expect(verdictOf(check)).toContain('only the largest repeated runs are compared in 1 file with too many: windows.py');
  const usual = await checkOf({}, { 'f.py': 'x = 1\n' });
  expect(verdictOf(usual).join()).not.toContain('repeated runs');
});
