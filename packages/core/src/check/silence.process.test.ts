import { describe, expect, test } from 'vitest';
import { checkOf } from './fixture.ts';
import { silence } from './silence.ts';

const python = (name: string, comment = '') =>
  `${comment}def ${name}(a, b):\n    if a > b:\n        return [a, b, a - b]\n    return [b, a, b - a]\n`;
const script = (name: string, comment = '') =>
  `${comment}export function ${name}(a, b) {\n  if (a > b) return [a, b, a - b];\n  return [b, a, b - a];\n}\n`;
const php = (name: string, comment = '') =>
  `<?php\n${comment}function ${name}($a, $b) {\n  if ($a > $b) { return [$a, $b, $a - $b]; }\n  return [$b, $a, $b - $a];\n}\n`;
const bash = (name: string, comment = '') =>
  `${comment}${name}() {\n  if [ "$1" -gt "$2" ]; then\n    echo "$1" "$2" | sort | uniq\n  fi\n  echo "$2" "$1" | sort -r\n}\n`;

async function checked(before: Record<string, string>, after: Record<string, string>) {
  const { groups, silenced = [], ignore_problems = [] } = silence(await checkOf(before, after));
  return {
    groups: groups.map(({ family }) => family.copies.map(({ location }) => location)),
    silenced: silenced.map(({ comments }) => comments),
    problems: ignore_problems,
  };
}

describe.each([
  ['py', '#', '', python],
  ['js', '//', '', script],
  ['ts', '/*', ' */', script],
  ['php', '//', '', php],
  ['sh', '#', '', bash],
] as const)('a comment in .%s that starts with %s', (ending, start, end, code) => {
  const [a, b] = [`a.${ending}`, `b.${ending}`];

  test('silences the next function, if it has a reason', async () => {
    const comment = `${start} analyzer-ignore-next-function: generated twice on purpose${end}\n`;
    const before = { [a]: code('one') };
    const line = ending === 'php' ? 2 : 1;
    expect(await checked(before, { ...before, [b]: code('two', comment) })).toEqual({
      groups: [],
      silenced: [[{ path: b, line, reason: 'generated twice on purpose' }]],
      problems: [],
    });
    const without = await checked(before, {
      ...before,
      [b]: code('two', `${start} analyzer-ignore-next-function${end}\n`),
    });
    expect(without.groups).toHaveLength(1);
    expect(without.problems).toEqual([{ path: b, line, problem: expect.stringContaining('needs a reason') }]);
  });
});

test('analyzer-ignore-start and -end silence the copies between them, analyzer-ignore-file those of a file', async () => {
  const before = { 'a.py': python('one') };
  const range = `# analyzer-ignore-start: copied from the other service\n${python('two')}# analyzer-ignore-end\n`;
  expect((await checked(before, { ...before, 'b.py': range })).groups).toEqual([]);
  const after = `${range}${python('three')}`;
  expect((await checked(before, { ...before, 'b.py': after })).groups).toEqual([['a.py#one', 'b.py#three']]);
  const file = `# analyzer-ignore-file: a copy for a release\n${python('two')}`;
  expect((await checked(before, { ...before, 'b.py': file })).groups).toEqual([]);
  const open = await checked(before, { ...before, 'b.py': range.replace('# analyzer-ignore-end', '') });
  expect([open.groups.length, open.problems.length]).toEqual([1, 1]);
});

test('a silenced copy does not silence the other new copies of its group', async () => {
  const comment = '# analyzer-ignore-next-function: why\n';
  const result = await checked({}, { 'a.py': python('one', comment), 'b.py': python('two'), 'c.py': python('three') });
  expect(result.groups).toEqual([['b.py#two', 'c.py#three']]);
});

test('words in a string or after code are not a comment that silences', async () => {
  const before = { 'a.py': python('one') };
  const words = 'x = 1  # analyzer-ignore-file: no\ny = """\n# analyzer-ignore-file: no\n"""\n';
  const code = python('two', words);
  expect((await checked(before, { ...before, 'b.py': code })).groups).toHaveLength(1);
});

test('comments without effect are named: of files with findings, and on demand all that silence no copy', async () => {
  const unused = '# analyzer-ignore-next-function: it was copied once\ndef alone(a):\n    return a + a\n';
  const before = { 'a.py': python('one'), 'c.py': unused };
  const used = python('two', '# analyzer-ignore-next-function: why\n');
  const result = await checkOf(before, { ...before, 'b.py': used, 'd.py': '# analyzer-ignore-file\n' });
  expect(silence(result).ignore_problems).toEqual([]);
  expect(silence(result, true).ignore_problems).toEqual([
    { path: 'c.py', line: 1, problem: 'no copy is in its lines' },
    { path: 'd.py', line: 1, problem: expect.stringContaining('needs a reason') },
  ]);
});
