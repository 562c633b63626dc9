import { expect, test } from 'vitest';
import { draftRules } from '#languages/draft-rules.ts';
import type { Copy } from './copy.ts';
import { parsed } from './fixture.ts';
import { readBlock } from './read-block.ts';
import { commentWords, doneWords, isCheck, positionWords, returnedWords } from './run-words.ts';

/** Some lines of a function of Python as a run. @param first of them, from 1 for the first line of its body */
function run(body: readonly string[], first: number, last: number): Copy {
  const lines = ['def f(a, rows):', ...body.map((line) => `    ${line}`)];
  const rules = draftRules('python');
  const file = parsed('a.py', `${lines.join('\n')}\n`);
  if (!('root' in file) || rules === undefined) throw new Error('not parsed');
  const start = lines.slice(0, first).join('\n').length + 1;
  const end = lines.slice(0, last + 1).join('\n').length;
  const range = { id: 'a', name: 'f', start_byte: start, end_byte: end, isBlock: true as const };
  const read = readBlock(file, range, rules);
  if (typeof read === 'string') throw new Error(read);
  return read.copy;
}

test('a short comment on the line above a run is its name', () => {
  const above = (comment: string) => commentWords(run(['a.begin()', comment, 'a.send(1)', 'a.end()'], 3, 4));
  expect(above('# Sync the users.')).toEqual(['sync', 'users']);
  expect(above('# Users')).toEqual([]);
  expect(above('# Sync users of v2')).toEqual([]);
  expect(above('# Sync users that the server has sent to us today')).toEqual([]);
  expect(above('a.sync()')).toEqual([]);
});

test('the last line of a longer comment is not', () => {
  const body = ['a.begin()', '# Once a day we', '# sync the users.', 'a.send(1)', 'a.end()'];
  expect(commentWords(run(body, 4, 5))).toEqual([]);
});

test('a run that returns a name gets it', () => {
  const returned = (value: string) => returnedWords(run(['a.begin()', 'a.send(1)', `return ${value}`], 2, 3));
  expect(returned('rows')).toEqual(['get', 'rows']);
  expect(returned('a.all_rows')).toEqual([]);
  expect(returned('None')).toEqual([]);
  expect(returned('a.load(rows, 3)')).toEqual([]);
});

test('what the last statement does', () => {
  const done = (last: string) => doneWords(run(['a.begin()', 'a.send(1)', last], 2, 3));
  expect(done('a.old_rows = rows')).toEqual(['set', 'old', 'rows']);
  expect(done('rows[0] = 3')).toEqual(['set', 'rows']);
  expect(done('rows.append(a)')).toEqual(['append', 'rows']);
  expect(done('rows.send_all(a)')).toEqual([]);
  expect(done('send(a)')).toEqual([]);
});

test('the last statement is that of the last branch', () => {
  expect(doneWords(run(['a.begin()', 'a.send(1)', 'if a:', '    rows.append(a)'], 2, 4))).toEqual(['append', 'rows']);
});

test('a place at the start or the end of the function', () => {
  const body = ['a.begin()', 'a.send(1)', 'a.end()', 'return a.load(rows, 3)'];
  expect(positionWords(run(body, 1, 2))).toEqual(['start']);
  expect(positionWords(run(body, 3, 4))).toEqual(['finish']);
  expect(positionWords(run(body, 2, 3))).toEqual([]);
});

test('assertions are checks', () => {
  const checks = ['assert a', 'self.assertEqual(a, 1)', 'expect_rows(a)', 'a.assert_it()'];
  const copy = run(['a.begin()', ...checks], 2, 5);
  expect(copy.body.children.map((it) => isCheck(it, copy))).toEqual([true, true, true, false]);
});
