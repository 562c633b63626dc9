import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { engineOfThisProcess } from '#diff/fixture.ts';
import { completeOptions } from '#scan/options.ts';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import type { FileEventsOptions } from './file-events.ts';
import { ProjectSession } from './session.ts';

/** What each opening of events was given; no event comes by itself. */
const opened: FileEventsOptions[] = [];

/** Other tests of this process have loaded the module, so it is loaded again, without the system's events. */
async function loadWithoutEvents() {
  vi.resetModules();
  vi.doMock('./file-events.ts', () => ({
    openFileEvents: (options: FileEventsOptions) => {
      opened.push(options);
      return Promise.resolve({ close: () => Promise.resolve() });
    },
  }));
  return await import('./watch.ts');
}

let watching: Awaited<ReturnType<typeof loadWithoutEvents>>;

beforeAll(async () => {
  watching = await loadWithoutEvents();
});

afterAll(() => {
  vi.doUnmock('./file-events.ts');
  vi.resetModules();
});

test('a file in a new folder whose event is lost is read once no event comes any more', async () => {
  const folder = fixtureFolder({ 'a.py': 'x = 1\n' });
  const session = await ProjectSession.open(folder, completeOptions({}), { engine: engineOfThisProcess() });
  const end = new AbortController();
  const changed: string[] = [];
  let readings = 0;
  const ended = watching.watchProject(session, {
    onStart: () => Promise.resolve(),
    onChange: async ({ files }) => void changed.push(...files),
    onRead: () => {
      readings++;
    },
    onProblem: (problem) => Promise.reject(problem),
    signal: end.signal,
  });
  await expect.poll(() => readings).toBe(1);
  mkdirSync(join(folder, 'new'));
  opened[0]?.onPaths(['new'], true);
  await expect.poll(() => readings).toBe(2);
  expect(opened).toHaveLength(2);
  writeFileSync(join(folder, 'new/b.py'), 'y = 1\n');
  await expect.poll(() => changed).toEqual(['new/b.py']);
  end.abort();
  await expect(ended).rejects.toThrow();
});
