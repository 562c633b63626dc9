import { describe, expect, test } from 'vitest';
import { drafted, draftedBlocks } from './fixture.ts';

const REST = [
  'rows = load(path)',
  'for row in rows:',
  '    row.mark(1)',
  '    row.store()',
  'rows.sort()',
  'rows.close()',
];

/** Two functions of Python with one body. */
function functions(body: readonly string[]) {
  const one = (name: string) => [`def ${name}(path, rows):`, ...body.map((line) => `    ${line}`), '    return rows'];
  return drafted({ 'a.py': [...one('load_new'), '', '', ...one('load_old'), ''].join('\n') });
}

describe('functions', () => {
  test('a parameter that the function overwrites at once is unclear', async () => {
    expect((await functions(REST)).obstacle).toBe('unclear');
  });

  test('one that is read by its assignment, or only overwritten in a branch, is not', async () => {
    expect((await functions(['rows = rows or load(path)', ...REST.slice(1)])).obstacle).toBe(undefined);
    expect((await functions(['if path:', '    rows = load(path)', ...REST.slice(1)])).obstacle).toBe(undefined);
  });

  test('an expression without variables that a loop evaluates as a function is unclear', async () => {
    const one = (name: string, call: string, isRepeated: boolean) => [
      `def ${name}(rows):`,
      ...(isRepeated ? [] : [`    begin(${call})`]),
      '    for row in rows:',
      `        row.mark(${isRepeated ? call : 1})`,
      ...['store', 'close', 'sort', 'send', 'clear', 'count', 'check'].map((it) => `        row.${it}(2)`),
      '    return rows',
    ];
    const both = (isRepeated: boolean) =>
      drafted({
        'a.py': [
          ...one('mark_new', 'first(1)', isRepeated),
          '',
          '',
          ...one('mark_old', 'last(2, 3)', isRepeated),
          '',
        ].join('\n'),
      });
    expect((await both(true)).obstacle).toBe('unclear');
    expect((await both(false)).obstacle).toBe(undefined);
  });
});

/** Two functions of Python around one run, between lines. */
function runs(run: readonly string[], before: readonly string[], after: readonly string[]) {
  const one = (name: string) => [`def ${name}(a, b, rows):`, ...[...before, ...run, ...after].map((it) => `    ${it}`)];
  const [first, second] = [one('send_new'), one('send_old')];
  const from = 2 + before.length;
  const to = from + run.length - 1;
  const next = first.length + 1;
  return draftedBlocks(
    { 'a.py': [...first, '', ...second, ''].join('\n') },
    {
      'a.py': [
        [from, to],
        [from + next, to + next],
      ],
    },
  );
}

describe('runs of statements', () => {
  const calls = ['a.open(1)', 'a.send(2)', 'a.mark(3)', 'a.store(4)', 'a.close(5)', 'a.clear(6)'];

  test('a part of a paragraph of plain statements is unclear', async () => {
    expect((await runs(calls, ['b.begin()'], ['b.end()'])).obstacle).toBe('unclear');
  });

  test('a paragraph of its own is not', async () => {
    expect((await runs(calls, ['b.begin()', ''], ['b.end()'])).obstacle).toBe(undefined);
    expect((await runs(calls, ['b.begin()'], ['# The end.', 'b.end()'])).obstacle).toBe(undefined);
    expect((await runs(calls, ['if b:', '    b.begin()'], ['b.end()'])).obstacle).toBe(undefined);
  });

  test('nor is a long part', async () => {
    const long = [...calls, ...calls, ...calls];
    expect((await runs(long, ['b.begin()'], ['b.end()'])).obstacle).toBe(undefined);
  });

  test('a variable that is given only to be given back is unclear', async () => {
    const run = ['if a.ready(1):', '    rows = a.load(2)', ...calls, ...calls];
    expect((await runs(run, ['b.begin()', ''], ['', 'return rows'])).obstacle).toBe('unclear');
    const read = run.map((line) => line.replace('a.load(2)', 'a.load(rows)'));
    expect((await runs(read, ['b.begin()', ''], ['', 'return rows'])).obstacle).toBe(undefined);
  });
});
