import { createHash } from 'node:crypto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { decodeElementBlock } from '#parse/elements/element-block.ts';
import { comparedFile } from './fixture.ts';
import { ShapeDigests } from './shape-digests.ts';

const COUNT = 3000;
const elements = Array.from({ length: COUNT }, (_, at) => ({ role: 0, text: at % 7, closings: at % 2 }));
const block = decodeElementBlock(comparedFile({ elements, units: [], bodies: [] }).elements);

/** Units that each have the rest of the file. */
const units = {
  first: Uint32Array.from(elements.keys()),
  count: Uint32Array.from(elements.keys(), (at) => COUNT - at),
  lastClosings: new Uint32Array(COUNT),
  next: new Int32Array(COUNT).fill(-1),
};

test('the digest of a long run is that of all its elements', () => {
  const { openings, opening, closings } = block;
  const hash = createHash('sha256');
  for (const [at, its] of opening.entries()) {
    const bytes = Buffer.alloc(16);
    bytes.writeInt32BE(openings.high[its] ?? 0, 0);
    bytes.writeInt32BE(openings.low[its] ?? 0, 4);
    bytes.writeUInt32BE(at === COUNT - 1 ? 0 : (closings[at] ?? 0), 8);
    hash.update(bytes);
  }
  expect(new ShapeDigests(block).of(units, { start: 0, length: 1 })).toBe(hash.digest('hex'));
});

test('nested units are hashed without memory for the elements of each', () => {
  const alloc = vi.spyOn(Buffer, 'alloc');
  onTestFinished(() => alloc.mockRestore());
  const digests = new ShapeDigests(block);
  const found = Array.from({ length: 100 }, (_, start) => digests.of(units, { start, length: 1 }));
  expect(new Set(found).size).toBe(100);
  expect(alloc).not.toHaveBeenCalled();
});
