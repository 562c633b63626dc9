import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { collectIfLarge } from '#parse/collect-garbage.ts';
import { DecodedUnits } from './decoded-units.ts';
import { comparedFile } from './fixture.ts';

const UNIT = { first: 0, count: 1, lastClosings: 0, nodes: 1, isFunction: false, previous: -1, parent: -1 };

test('the units of a block are decoded once, and freed with the block', async () => {
  const decoded = new DecodedUnits();
  const blockOf = () =>
    comparedFile({ elements: [{ role: 0, text: 1, closings: 0 }], units: [UNIT], bodies: [] }).elements;
  const kept = blockOf();
  expect(decoded.of(kept)).toBe(decoded.of(kept));
  const freed = new WeakRef(decoded.of(blockOf()));
  // What a turn reads of a reference stays until its end.
  await wait(1);
  collectIfLarge(new Uint8Array(1_000_000));
  expect(freed.deref()).toBeUndefined();
  expect(decoded.of(kept).first).toHaveLength(1);
});

test('the units of a large block are freed while the block lives', async () => {
  const decoded = new DecodedUnits();
  const elements = Array.from({ length: 40_000 }, (_, at) => ({ role: 0, text: at % 7, closings: 0 }));
  const units = elements.map((_, first) => ({ ...UNIT, first }));
  const block = comparedFile({ elements, units, bodies: [] }).elements;
  const freed = new WeakRef(decoded.of(block));
  await wait(1);
  collectIfLarge(block);
  expect(freed.deref()).toBeUndefined();
  expect(block.length).toBeGreaterThan(1_000_000);
});
