import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inputSize } from '../../../../tools/tests/searches.ts';
import type { Engine } from './engine.ts';
import { BUILT_HERE, NATIVE_MISSING } from './native/built-here.ts';
import { createNativeEngine } from './native/engine.ts';
import { createPortableEngine } from './portable/engine.ts';
import { buildWorker, type WorkerFixture } from './portable/worker-fixture.ts';

const REPOSITORY = new URL('../../../..', import.meta.url).pathname;
const STATEMENT = 'var a=function(b,c){if(b){return c.d(b+1)}else{return[c,{e:b}]}};a(1,2);';
/** A parser whose memory or time grows faster than the file refuses it. */
const BYTES = inputSize({ quick: 2_000_000, deep: 8_000_000 });

let worker: WorkerFixture;
beforeAll(async () => {
  worker = await buildWorker(REPOSITORY);
});
afterAll(() => worker.remove());

const engines: [name: string, create: () => Engine][] = [
  ['portable', () => createPortableEngine({ jobs: 1, workerPath: worker.path })],
  ['native', () => createNativeEngine({ jobs: 1, file: BUILT_HERE })],
];

describe.each(engines)('the %s engine', (name, create) => {
  test.skipIf(name === 'native' && NATIVE_MISSING !== undefined)(
    'analyzes a flat minified file of several MB',
    { timeout: 180_000 },
    async () => {
      const engine = create();
      const bytes = Buffer.from(STATEMENT.repeat(BYTES / STATEMENT.length));
      const outcome = await engine.parse({ path: 'flat', mode: { language: 'javascript' }, bytes });
      await engine.close();
      expect(outcome).toMatchObject({ status: 'analyzed' });
    },
  );
});
