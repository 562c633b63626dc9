import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkOf, checkOfBoth } from './fixture.ts';

interface Paste {
  about: string;
  path: string;
  text: string;
  /** The names of both copies. */
  copies: string[];
}

const { before, pastes }: { before: Record<string, string>; pastes: Paste[] } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../../fixtures/check/callbacks.json'), 'utf8'),
);

test.each(pastes)('a check against a baseline and a revision finds an edited copy: $about', async (paste) => {
  const { path, text, copies } = paste;
  for (const checked of [checkOf, checkOfBoth]) {
    const { groups, edited } = await checked(before, { ...before, [path]: text });
    expect(groups).toMatchObject([{ change: 'new', family: { shown: { kind: 'near' } } }]);
    expect(groups[0]?.family.copies.map((copy) => copy.qualified_name)).toEqual(copies);
    expect(edited).toBe(0);
  }
});

test('callbacks that a baseline and a revision have pass, also after edits and in other lines', async () => {
  const [paste] = pastes;
  const known = { ...before, 'src/teams.js': paste?.text ?? '' };
  const now = { ...known, 'src/teams.js': `// Teams.\n${paste?.text.replace('.limit(20)', '.limit(50)')}` };
  for (const checked of [checkOf, checkOfBoth]) expect((await checked(known, now)).groups).toEqual([]);
});

test('a callback that becomes similar to another one by an edit of it has no finding in a check against a revision', async () => {
  const old = (pastes[0]?.text ?? '').split('\n');
  const less = [...old.slice(0, 5), ...old.slice(7, 8), '  check(req); audit(req.user, 1);', ...old.slice(8)].join(
    '\n',
  );
  const files = { 'src/a.js': before['src/orders.js'] ?? '', 'src/teams.js': less };
  const { groups } = await checkOfBoth(files, { ...files, 'src/teams.js': old.join('\n') });
  expect(groups).toEqual([]);
});
