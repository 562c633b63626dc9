import { expect, test } from 'vitest';
import type { Copy, GroupFinding } from './model.ts';
import { withPastes } from './pastes.ts';

function copy(path: string, start_line: number): Copy {
  const id = `${path}:${start_line}`;
  return { id, location: path, path, qualified_name: '', start_line, end_line: start_line + 5 };
}

/** A finding with new copies and others, all at one line. */
function finding(line: number, into: string[], from: string[]): GroupFinding {
  const fresh = into.map((path) => copy(path, line));
  const shown = { id: `g_${line}`, kind: 'near' as const };
  const copies = [...fresh, ...from.map((path) => copy(path, line))];
  return {
    change: 'new',
    family: { id: shown.id, shown, nodes: 50, copies, holders: [] },
    listed: 0,
    unlisted: copies,
    fresh,
  };
}

/** The entries: a number is the line of a finding, a list has the lines of a paste. */
function gist(findings: GroupFinding[]) {
  return withPastes(findings).map((it) => ('into' in it ? it.findings.map(lineOf) : lineOf(it)));
}

function lineOf({ fresh }: GroupFinding) {
  return fresh[0]?.start_line;
}

test('findings of one pair of files are one entry in the order of lines, led by the first one', () => {
  const findings = [finding(9, ['b.py'], ['a.py']), finding(1, ['b.py'], ['c.py']), finding(5, ['b.py'], ['a.py'])];
  expect(gist(findings)).toEqual([9, 1, 5]);
  findings.push(finding(2, ['b.py'], ['a.py']));
  expect(gist(findings)).toEqual([[2, 5, 9], 1]);
  const [paste] = withPastes(findings);
  expect(paste).toMatchObject({ into: ['b.py'], from: ['a.py'], lead: findings[0] });
});

test('a file that is pasted into several files, or is a third copy, is one entry', () => {
  const several = [1, 2, 3].map((line) => finding(line, ['b.py', 'c.py'], ['a.py']));
  const third = [4, 5, 6].map((line) => finding(line, ['d.py'], ['a.py', 'b.py']));
  const fresh = [7, 8, 9].map((line) => finding(line, ['e.py', 'f.py'], []));
  expect(gist([...several, ...third, ...fresh])).toEqual([
    [1, 2, 3],
    [4, 5, 6],
    [7, 8, 9],
  ]);
});

test('copies in one file, larger groups and groups with moved copies are entries of their own', () => {
  const inOne = [1, 2, 3].map((line) => finding(line, ['a.py'], []));
  const intoItself = [4, 5, 6].map((line) => finding(line, ['a.py'], ['a.py']));
  const grown = [7, 8].map((line) => finding(line, ['b.py'], ['a.py']));
  const other: GroupFinding = { ...finding(9, ['b.py'], ['a.py']), change: 'grown', listed: 1 };
  const moved = [10, 11, 12].map((line) => ({ ...finding(line, ['c.py', 'd.py'], []), listed: 1 }));
  expect(gist([...inOne, ...intoItself, ...grown, other, ...moved])).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
});

test('a finding that also is like a third file stays an entry of its own', () => {
  const findings = [1, 2, 3].map((line) => finding(line, ['b.py'], ['a.py']));
  const also = (path: string) => [{ ...finding(3, [path], []), fresh: [copy('b.py', 3)] }];
  expect(gist(findings.map((it, at) => (at === 2 ? { ...it, also: also('a.py') } : it)))).toEqual([[1, 2, 3]]);
  expect(gist(findings.map((it, at) => (at === 2 ? { ...it, also: also('c.py') } : it)))).toEqual([1, 2, 3]);
});
