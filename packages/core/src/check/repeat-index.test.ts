import fc from 'fast-check';
import { expect, test } from 'vitest';
import { searchRuns } from '../../../../tools/tests/searches.ts';
import { RepeatIndex } from './repeat-index.ts';

const units = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 6 });
const run = fc.record({ kind: fc.constantFrom('block', 'block-shape'), units });
const repeat = fc.record({ kind: fc.constantFrom('block', 'block-shape'), units, at: fc.array(fc.nat(3).map(String)) });

test('the runs around some units are those that contain them, each once', () => {
  fc.assert(
    fc.property(fc.array(repeat, { maxLength: 8 }), run, (repeats, asked) => {
      const text = asked.units.join('');
      const expected = repeats.filter((it) => it.kind === asked.kind && it.units.join('').includes(text));
      const found = new RepeatIndex(repeats).around(asked);
      expect(found).toEqual(text === '' ? [] : expected);
    }),
    { numRuns: searchRuns(2000) },
  );
});
