import { TerminalStyle } from '@analyzer/core/render/terminal/terminal-style.ts';
import { expect, test } from 'vitest';
import { linesOf } from './lines.ts';

const style = new TerminalStyle({ color: false, ascii: true, width: 200 });
const schema = 'analyzer.watch.v1' as const;
const changed = {
  schema,
  type: 'changed' as const,
  files: ['a.py'],
  copies: [],
  cycles: [],
  unparsed: [],
  totals: { files: 1200, groups: 3, cycles: 1 },
};
const NOW = '  now 1,200 files, 3 groups of copied functions, 1 import cycle\n';

test('a change of more than 50 files is one summary', () => {
  const files = Array.from({ length: 1200 }, (_, at) => `${at}.py`);
  const group = { id: null, kind: 'near' as const, nodes: 40, before: 0, after: 2, copies: [], added: [], removed: [] };
  const copies = [
    { ...group, change: 'appeared' as const },
    { ...group, change: 'appeared' as const },
    { ...group, change: 'vanished' as const, before: 2, after: 0 },
  ];
  const cycles = [{ change: 'grew' as const, files: ['1.py', '2.py', '3.py'], example: ['1.py', '2.py'] }];
  expect(linesOf({ ...changed, files, copies, cycles }, style).join('')).toBe(
    `1,200 files changed\n  groups of copies: 2 appeared, 1 vanished; import cycles: 1 grew\n${NOW}`,
  );
});

test('a file with a syntax error is shown with its line while its last version counts', () => {
  const unparsed = [{ path: 'a.py', status: 'syntax-error', line: 7, is_kept: true as const }];
  expect(linesOf({ ...changed, unparsed }, style).join('')).toBe(
    `a.py\n  a.py:7 has a syntax error: its last version without one still counts\n${NOW}`,
  );
});

test('a change without an effect on copies and cycles prints nothing', () => {
  expect(linesOf(changed, style)).toEqual([]);
});

test('an edit that a copy lacks is one line with the place of the copy', () => {
  const lines = (path: string) => ({ path, start_line: 2, end_line: 5 });
  const edit = { id: 'm_0123456789abcdef0123', edited: lines('a.py'), copies: [lines('b.py')], hunks: [] };
  const time = new Date(2026, 0, 31, 9, 5, 7).toISOString();
  expect(linesOf({ schema, type: 'missed', time, edits: [edit] }, style).join('')).toBe(
    '09:05:07  a.py:2-5\n  this change merges cleanly into a copy at b.py:2-5; it does not have it\n',
  );
});
