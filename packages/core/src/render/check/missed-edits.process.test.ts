import { expect, test } from 'vitest';
import { checkOf } from '#check/fixture.ts';
import type { Check, CheckedEdits } from '#check/model.ts';
import type { MissedEdit, MissedHunk } from '#missed/model.ts';
import { missedText } from '../missed/edits.ts';
import { renderCheckGithub } from './github.ts';
import { renderCheckGitlab } from './gitlab.ts';
import { renderCheckMarkdown } from './markdown.ts';
import { renderCheckSarif } from './sarif.ts';
import { renderCheckSummary } from './summary.ts';
import { renderCheckTerminal } from './terminal.ts';

const hunk: MissedHunk = {
  origin: { path: 'a.py', start_line: 2, end_line: 7 },
  target: { path: 'b.py', start_line: 12, end_line: 15 },
  class: 'behavior',
  evidence: 'exact',
  similarity: 100,
  merges: true,
  change: [' a()', '+b()'],
  merged: [' await a()', '+b()'],
};
const edit: MissedEdit = { id: `m_${'0'.repeat(20)}`, edited: hunk.origin, copies: [hunk.target], hunks: [hunk] };
const PLACE = 'this change merges cleanly into a copy at b.py:12-15; it does not have it';

async function checkWith(count: CheckedEdits['count']): Promise<Check> {
  const check = await checkOf({ 'a.py': 'x = 1\n' }, { 'a.py': 'x = 1\n' });
  return { ...check, missed: { edits: [edit], count } };
}

const look = { detail: 'declarations', color: false, ascii: false, width: Number.POSITIVE_INFINITY } as const;

test('all formats name the copy that lacks an edit, as a note', async () => {
  const check = await checkWith('none');
  const terminal = [...renderCheckTerminal(check, look)].join('');
  const markdown = [...renderCheckMarkdown(check, 'declarations')].join('');
  const [github, sarif] = [[...renderCheckGithub(check, '')].join(''), renderCheckSarif(check, '1.0.0', '')];
  const texts = [terminal, markdown, github, sarif, renderCheckSummary(check), renderCheckGitlab(check, '')];
  for (const text of texts) expect(text).toContain(PLACE);
  for (const text of [terminal, markdown]) {
    expect(text).toContain('await a()');
    expect(text).toContain('1 edit merges cleanly into a copy that does not have it');
  }
  expect(github).toContain('::notice file=a.py,line=2,endLine=7,title=check/missed::');
  expect(JSON.parse(sarif).runs[0].results[0]).toMatchObject({ level: 'note', ruleId: 'check/missed' });
  expect(JSON.parse(renderCheckGitlab(check, ''))[0]).toMatchObject({ severity: 'info' });
});

test('an edit that counts as a finding is an error', async () => {
  const check = await checkWith('all');
  expect([...renderCheckGithub(check, '')].join('')).toContain('::error file=a.py');
  expect(JSON.parse(renderCheckSarif(check, '1.0.0', '')).runs[0].results[0]).toMatchObject({ level: 'error' });
  expect([...renderCheckTerminal(check, look)].join('')).toContain('1 edit that a copy lacks against');
});

test('the text of an edit with many copies names five of them', () => {
  const copies = Array.from({ length: 7 }, (_, at) => ({ path: `c${at}.py`, start_line: 1, end_line: 1 }));
  expect(missedText({ ...edit, copies })).toBe(
    'this change merges cleanly into 7 copies at c0.py:1, c1.py:1, c2.py:1, c3.py:1, c4.py:1 and 2 more; they do not have it',
  );
});
