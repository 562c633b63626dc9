import fc from 'fast-check';
import { expect, test } from 'vitest';
import { orderedIds } from './ordered-ids.ts';

test('new ids are ascending, with ids between them', () => {
  expect(orderedIds([undefined, undefined, undefined])).toEqual([8, 16, 24]);
});

test('an id stays if others are added, removed or moved', () => {
  expect(orderedIds([8, undefined, 16, 32])).toEqual([8, 12, 16, 32]);
  expect(orderedIds([24, 8, 16, 32])).toEqual([4, 8, 16, 32]);
});

test('an id changes only if there are too few ids before it', () => {
  expect(orderedIds([1, undefined, 2, 40])).toEqual([1, 14, 27, 40]);
});

const list = fc.array(fc.option(fc.integer({ min: 1, max: 200 }), { nil: undefined }), { maxLength: 40 });

test('ids are ascending for any list', () => {
  fc.assert(
    fc.property(list, (earlier) => {
      const ids = orderedIds(earlier);
      expect(ids).toHaveLength(earlier.length);
      expect(ids.every((id, at) => Number.isSafeInteger(id) && id > (ids[at - 1] ?? 0))).toBe(true);
    }),
  );
});

test('a list that has its ids keeps all of them', () => {
  fc.assert(
    fc.property(list, (earlier) => {
      const ids = orderedIds(earlier);
      expect(orderedIds(ids)).toEqual(ids);
    }),
  );
});
