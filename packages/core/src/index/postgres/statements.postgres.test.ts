import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedPostgres, WITHOUT_POSTGRES } from '#postgres/postgres-fixture.ts';
import { Bridge } from './bridge/bridge.ts';
import { type BridgeFixture, buildBridge } from './bridge/bridge-fixture.ts';
import type { Result, SentStatement } from './bridge/messages.ts';
import { PostgresStatements } from './statements.ts';

/** Counts how often its owner waits for the server. */
class CountingBridge extends Bridge {
  waits = 0;

  override runAll(statements: readonly SentStatement[], check?: () => void): Result[] {
    this.waits++;
    return super.runAll(statements, check);
  }
}

const NUMBERS = 'SELECT value AS n FROM generate_series(1, ?) AS its(value)';

describe.skipIf(WITHOUT_POSTGRES !== undefined)('statements of a server', () => {
  const server = sharedPostgres();
  let fixture: BridgeFixture;
  let bridge: CountingBridge;
  let statements: PostgresStatements;
  const numbers = (last: number): number[] => statements.all(NUMBERS, [last], (row) => row.integer('n'));
  const waitsOf = (work: () => void): number => {
    const before = bridge.waits;
    work();
    return bridge.waits - before;
  };
  beforeAll(async () => {
    fixture = await buildBridge();
    bridge = new CountingBridge(await server.database(), fixture.path);
    bridge.connect();
    statements = new PostgresStatements(bridge, () => undefined);
  });
  afterAll(() => {
    bridge?.close();
    fixture?.remove();
  });

  it('that independent computations need are sent together, as often as the longest one asks', () => {
    const threeSteps = () => numbers(numbers(numbers(5).length + 1).length + 1);
    const nested = () => {
      statements.gather([() => numbers(5), () => numbers(2)]);
      return [...numbers(5), ...numbers(2)];
    };
    expect(waitsOf(() => statements.gather([threeSteps, () => numbers(3), nested, () => numbers(3)]))).toBe(3);
    expect(waitsOf(() => expect(threeSteps()).toEqual([1, 2, 3, 4, 5, 6, 7]))).toBe(0);
    expect(waitsOf(() => expect(nested()).toEqual([1, 2, 3, 4, 5, 1, 2]))).toBe(0);
    statements.end();
    expect(waitsOf(() => expect(numbers(3)).toEqual([1, 2, 3]))).toBe(1);
  });

  it('in a computation that fails do not disturb others: the error is that of its later call', () => {
    const failing = () => {
      if (numbers(2).length === 2) throw new RangeError('two');
    };
    const large = () => [...statements.iterate(NUMBERS, [5_000], (row) => row.integer('n'))];
    expect(waitsOf(() => statements.gather([failing, large, () => numbers(4)]))).toBe(1);
    expect(waitsOf(() => expect(numbers(4)).toEqual([1, 2, 3, 4]))).toBe(0);
    expect(failing).toThrow('two');
    expect(waitsOf(() => expect(large()).toHaveLength(5_000))).toBe(3);
    statements.end();
  });

  it('that the server refuses are errors of gather', () => {
    const wrong = () => statements.first('SELECT 1 / ? AS n', [0], (row) => row.integer('n'));
    expect(() => statements.gather([wrong, () => numbers(1)])).toThrow('division by zero');
    statements.end();
    expect(numbers(1)).toEqual([1]);
  });

  it('read a small result row by row with one wait, and several at once', () => {
    const rows = (last: number) => statements.iterate(NUMBERS, [last], (row) => row.integer('n'));
    expect(waitsOf(() => expect([...rows(3)]).toEqual([1, 2, 3]))).toBe(1);
    const [one, other] = [rows(2), rows(2)];
    expect([one.next(), other.next(), one.next(), other.next()].map(({ value }) => value)).toEqual([1, 1, 2, 2]);
    statements.end();
  });
});
