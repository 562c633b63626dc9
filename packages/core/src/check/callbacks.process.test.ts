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

const { before, pastes, across }: { before: Record<string, string>; pastes: Paste[]; across: Paste[] } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../../fixtures/check/callbacks.json'), 'utf8'),
);

test.each([...pastes, ...across])(
  'a check against a baseline and a revision finds an edited copy: $about',
  async (paste) => {
    const { path, text, copies } = paste;
    for (const checked of [checkOf, checkOfBoth]) {
      const { groups, edited } = await checked(before, { ...before, [path]: text });
      expect(groups).toMatchObject([{ change: 'new', family: { shown: { kind: 'near' } } }]);
      expect(groups[0]?.family.copies.map((copy) => copy.qualified_name)).toEqual(copies);
      expect(edited).toBe(0);
    }
  },
);

test('the callback that was there is not a new copy of the pasted one, also if its path is later', async () => {
  const { 'src/orders.js': first = '' } = before;
  const { groups } = await checkOfBoth({ 'src/b.js': first }, { 'src/b.js': first, 'src/a.js': first });
  expect(groups.map(({ fresh }) => fresh.map(({ path }) => path))).toEqual([['src/a.js']]);
  const later = await checkOfBoth({ 'src/a.js': first }, { 'src/a.js': first, 'src/b.js': first });
  expect(later.groups.map(({ fresh }) => fresh.map(({ path }) => path))).toEqual([['src/b.js']]);
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

/** A test without a name. */
const unnamedTest = (title: string, rows: string, lines: readonly string[]) => `  it('${title}', async () => {
    const where = { on: true, team: user.team, sizes: [1, 2, 3] };
    const ${rows} = await db.find(where).skip((page - 1) * 20).limit(20);
    expect(${rows}.map((it) => it.name)).toEqual(['a', 'b', 'c']);
    expect(${rows}.filter((it) => it.size > 3 && it.team === user.team)).toEqual([]);
${lines.map((line) => `    ${line}\n`).join('')}  });
`;
const suite = (tests: string) => `describe('orders', () => {\n${tests}});\n`;

test.each([
  { title: 'much like others', lines: ['expect(user.seen).toBe(20);'], findings: 1 },
  {
    title: 'a little like others',
    lines: ['await send(user, page + 1, { retry: 3 });', 'if (page > 3) throw new Error(page);'],
    findings: 0,
  },
])('a new test without a name that is $title has $findings findings', async ({ lines, findings }) => {
  const known = unnamedTest('lists', 'rows', ['expect(user.seen).toBe(10);']);
  const files = { 'a.test.js': suite(known) };
  const { groups } = await checkOfBoth(files, { 'a.test.js': suite(known + unnamedTest('pages', 'list', lines)) });
  expect(groups).toHaveLength(findings);
});
