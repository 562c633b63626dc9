import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedPostgres, WITHOUT_POSTGRES } from '#postgres/postgres-fixture.ts';
import { Bridge } from './bridge.ts';
import { type BridgeFixture, buildBridge } from './bridge-fixture.ts';

const ROUNDS = 60;
/** Seconds of a statement, in turn: some end before their cancel request is sent, some while it is. */
const SECONDS = [0, 0.001, 0.002, 0.02, 0.0205, 0.021];

describe.skipIf(WITHOUT_POSTGRES !== undefined)('a statement of the bridge', () => {
  const server = sharedPostgres();
  let fixture: BridgeFixture;
  let bridge: Bridge;
  beforeAll(async () => {
    fixture = await buildBridge();
    bridge = new Bridge(await server.database(), fixture.path);
    bridge.connect();
  });
  afterAll(async () => {
    bridge?.close();
    fixture?.remove();
  });

  it('that is cancelled as it ends does not cancel the next one, which receives its own reply', () => {
    const check = (): void => {
      throw new RangeError('enough');
    };
    let cancelled = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const seconds = SECONDS[round % SECONDS.length] ?? 0;
      try {
        // The check runs when a reply arrives, or after 20 ms.
        bridge.runOne({ sql: 'SELECT pg_sleep($1)', values: [seconds], name: 'short' }, check);
      } catch (error) {
        expect(error).toMatchObject({ message: 'enough' });
        cancelled++;
      }
      const { rows } = bridge.runOne({ sql: 'SELECT $1::bigint FROM pg_sleep(0.005)', values: [round], name: 'next' });
      expect(rows).toEqual([[round]]);
    }
    expect(cancelled).toBeGreaterThan(ROUNDS / 2);
    expect(bridge.isLost).toBe(false);
  });

  it('that is cancelled ends with all that were sent together', () => {
    const sleep = { sql: 'SELECT pg_sleep($1)', name: 'short' };
    const statements = [0.001, 0.02, 60, 0.01, 60, 60].map((seconds) => ({ ...sleep, values: [seconds] }));
    const started = performance.now();
    const check = (): void => {
      if (performance.now() - started > 50) throw new RangeError('enough');
    };
    expect(() => bridge.runAll(statements, check)).toThrow('enough');
    expect(performance.now() - started).toBeLessThan(2_000);
    expect(bridge.isLost).toBe(false);
    const next = [1, 2].map((value) => ({ sql: 'SELECT $1::bigint', values: [value], name: 'value' }));
    expect(bridge.runAll(next).map(({ rows }) => rows)).toEqual([[[1]], [[2]]]);
  });

  it('that fails is the error of its list, of which the others run', () => {
    const [one, wrong] = [{ sql: 'SELECT 1' }, { sql: 'SELECT 1 / $1::bigint', values: [0], name: 'wrong' }];
    expect(() => bridge.runAll([one, wrong, one])).toThrow('division by zero');
    expect(bridge.run('SELECT 2').rows).toEqual([[2]]);
  });
});
