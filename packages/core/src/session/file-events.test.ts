import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openFileEvents } from './file-events.ts';

test('close without an error when the folder has just been deleted', async () => {
  // In about 1 of 30 rounds, the system has removed the watch before the watcher does.
  for (let round = 0; round < 200; round += 1) {
    const location = mkdtempSync(join(tmpdir(), 'file-events-'));
    const events = await openFileEvents({ location, excluded: [], onPaths: () => {} });
    rmSync(location, { recursive: true });
    await expect(events.close()).resolves.toBeUndefined();
  }
}, 60_000);
