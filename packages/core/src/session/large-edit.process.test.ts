import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { engineOfThisProcess } from '#index/fixture.ts';
import type { Engine } from '#parse/engine.ts';
import { completeOptions } from '#scan/options.ts';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import { ProjectSession } from './session.ts';

test('garbage is collected before a large file is parsed', async () => {
  const own = await engineOfThisProcess();
  let garbage: WeakRef<object> | undefined;
  let isFreed: boolean | undefined;
  const engine: Engine = {
    ...own,
    rest: () => own.rest(),
    parse: async (file) => {
      isFreed = garbage?.deref() === undefined;
      return own.parse(file);
    },
  };
  const session = await ProjectSession.open(fixtureFolder({ 'a.py': 'x = 1\n' }), completeOptions({}), { engine });
  garbage = new WeakRef({});
  // A new reference keeps its object until the end of a turn.
  await wait(1);
  await session.setText('a.py', 'x = 1\n'.repeat(30_000));
  expect(isFreed).toBe(true);
});
