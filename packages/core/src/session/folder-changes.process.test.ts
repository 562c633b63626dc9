import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import { FolderChanges } from './folder-changes.ts';

const HOUR = 3_600_000;

test.each([-HOUR, HOUR])('changes settle in time when the clock steps by %i ms after the first one', async (step) => {
  const location = fixtureFolder({ 'a.py': '' });
  const clock = Date.now;
  let seen = 0;
  const changes = new FolderChanges(
    () => false,
    (time) => {
      seen = time;
      vi.spyOn(Date, 'now').mockImplementation(() => clock() + step);
    },
  );
  onTestFinished(async () => {
    vi.restoreAllMocks();
    await changes.close();
  });
  await changes.open([{ location, excluded: [] }]);
  writeFileSync(join(location, 'a.py'), 'x = 1\n');
  await changes.settled(AbortSignal.timeout(20_000));
  expect(changes.since).toBe(seen);
  expect(seen).toBeGreaterThan(clock() - HOUR / 2);
});
