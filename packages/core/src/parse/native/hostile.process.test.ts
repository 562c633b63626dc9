import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import type { Engine } from '../engine.ts';
import { createPortableEngine } from '../portable/engine.ts';
import { buildWorker, type WorkerFixture } from '../portable/worker-fixture.ts';
import { BUILT_HERE, NATIVE_MISSING } from './built-here.ts';
import { createNativeEngine } from './engine.ts';

const REPOSITORY = join(import.meta.dirname, '../../../../..');

/** oxc needs 3 GB for 60 kB of it, and reports a syntax error at the end. */
const GREEDY = 'a ? (b) : c => '.repeat(8_000);
const OUTCOME = { status: 'parser-failed', reason: 'the parser needed more than 1536 MiB of memory' };

let worker: WorkerFixture;
beforeAll(async () => {
  worker = await buildWorker(REPOSITORY);
  return () => worker.remove();
});

/** With the default limits. */
describe.skipIf(NATIVE_MISSING !== undefined || process.platform !== 'linux')(
  `a source that needs gigabytes${NATIVE_MISSING ?? ''}`,
  () => {
    const outcomeBy = async (engine: Engine) => {
      try {
        return await engine.parse({ path: 'a.ts', mode: { language: 'typescript' }, bytes: Buffer.from(GREEDY) });
      } finally {
        await engine.close();
      }
    };

    test('fails in the portable engine', async () => {
      // Node's stack is smaller, so that another limit is reached first.
      const { status } = await outcomeBy(createPortableEngine({ jobs: 1, workerPath: worker.path }));
      expect(status).toBe(OUTCOME.status);
    }, 120_000);

    test('fails in the processes of the native engine', async () => {
      expect(await outcomeBy(createNativeEngine({ jobs: 1, file: BUILT_HERE }))).toEqual(OUTCOME);
    }, 120_000);

    test('fails in analyzer-rs', () => {
      const folder = join(fixtureFolder({ 'w/a.ts': GREEDY, 'w/b.ts': 'export const b = 1;\n' }), 'w');
      const { status, stdout, stderr } = spawnSync(BUILT_HERE, ['scan', folder, '--format', 'json'], {
        encoding: 'utf8',
        timeout: 110_000,
      });
      expect([status, stderr]).toEqual([0, '']);
      const { entries }: { entries: { path: string; status: string; reason?: string }[] } = JSON.parse(stdout);
      expect(entries).toMatchObject([
        { path: 'a.ts', ...OUTCOME },
        { path: 'b.ts', status: 'analyzed' },
      ]);
    }, 120_000);
  },
);
