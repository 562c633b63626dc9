import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { engineOfThisProcess } from '#diff/fixture.ts';
import { GROUP_KINDS } from '#scan/model.ts';
import { completeOptions } from '#scan/options.ts';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import { ProjectSession } from './session.ts';

const FIXTURE = join(import.meta.dirname, '../../../../fixtures/check/callbacks.json');
const {
  before,
  pastes,
}: { before: Record<string, string>; pastes: { path: string; text: string; copies: string[] }[] } = JSON.parse(
  readFileSync(FIXTURE, 'utf8'),
);

test.each(pastes)(
  'a session reports an edited copy of a callback in $path, and lists it in its file',
  async (paste) => {
    const folder = fixtureFolder(before);
    const session = await ProjectSession.open(folder, completeOptions({ kinds: [...GROUP_KINDS] }), {
      engine: engineOfThisProcess(),
    });
    writeFileSync(join(folder, paste.path), paste.text);
    const { copies } = await session.refresh();
    expect(copies).toMatchObject([{ change: 'appeared', before: 0, after: 2, family: { kind: 'near' } }]);
    expect(copies[0]?.family.copies.map(({ name }) => name)).toEqual(paste.copies);
    expect(session.familiesIn(paste.path)).toMatchObject([{ kind: 'near', copies: [{ path: paste.path }, {}] }]);
  },
);
