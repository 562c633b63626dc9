import { expect, test } from 'vitest';
import { KnownUnits } from './known-units.ts';

/** Hashes of units of which none continues another one. */
function unitHashes(...shape: number[]) {
  const count = shape.length;
  const hashes = Int32Array.from(shape);
  return { same: hashes, shape: hashes, nodes: new Uint32Array(count), previous: new Int32Array(count).fill(-1) };
}

test('exactly the hashes of the units of all files are known', () => {
  const hashes = Array.from({ length: 10_000 }, (_, at) => Math.imul(at, 0x9e3779b1));
  const known = new KnownUnits([unitHashes(...hashes.slice(0, 3000)), unitHashes(), unitHashes(...hashes.slice(2000))]);
  expect(hashes.every((hash) => known.hasShape(hash))).toBe(true);
  const others = hashes.map((hash) => hash ^ 1).filter((hash) => !hashes.includes(hash));
  expect(others.length).toBeGreaterThan(5000);
  expect(others.some((hash) => known.hasShape(hash))).toBe(false);
});
