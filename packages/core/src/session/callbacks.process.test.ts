import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { engineOfThisProcess } from '#diff/fixture.ts';
import { GROUP_KINDS } from '#scan/model.ts';
import { completeOptions } from '#scan/options.ts';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import { ProjectSession } from './session.ts';

const FIXTURE = join(import.meta.dirname, '../../../../fixtures/check/callbacks.json');
interface Paste {
  path: string;
  text: string;
  copies: string[];
}

const { before, pastes, across }: { before: Record<string, string>; pastes: Paste[]; across: Paste[] } = JSON.parse(
  readFileSync(FIXTURE, 'utf8'),
);

test.each([...pastes, ...across])(
  'a session reports an edited copy of a callback in $path, and lists it in its file',
  async (paste) => {
    const folder = fixtureFolder(before);
    const session = await ProjectSession.open(folder, completeOptions({ kinds: [...GROUP_KINDS] }), {
      engine: engineOfThisProcess(),
    });
    writeFileSync(join(folder, paste.path), paste.text);
    const { copies } = await session.refresh();
    expect(copies).toMatchObject([{ change: 'appeared', before: 0, after: 2, family: { kind: 'near' } }]);
    expect(copies[0]?.family.copies.map(({ name }) => name).toSorted()).toEqual(paste.copies.toSorted());
    expect(session.familiesIn(paste.path)).toMatchObject([{ kind: 'near', copies: [{ path: paste.path }, {}] }]);
  },
);

test('a function around a callback is in no family with what is similar to the callback', async () => {
  const folder = fixtureFolder(before);
  const session = await ProjectSession.open(folder, completeOptions({ kinds: [...GROUP_KINDS] }), {
    engine: engineOfThisProcess(),
  });
  const [handler = ''] = /async \(req, res\) => [\s\S]*\n\}/.exec(before['src/orders.js'] ?? '') ?? [];
  writeFileSync(join(folder, 'src/make.js'), `export function make() {\n  return ${handler.replace('20', '30')};\n}\n`);
  await session.refresh();
  const families = session.familiesIn('src/make.js').filter(({ kind }) => kind === 'near');
  expect(families.map(({ copies }) => copies.map(({ name }) => name))).toEqual([['function', "r.get('/a') callback"]]);
});
