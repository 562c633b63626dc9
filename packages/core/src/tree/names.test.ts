import { expect, test } from 'vitest';
import vectors from '../../../../fixtures/vectors/entries-names.json' with { type: 'json' };
import { showNames } from './names.ts';

test.each(vectors.cases)('$about', ({ names, shown }) => {
  expect(showNames(names.map((hex) => Buffer.from(hex, 'hex')))).toEqual(
    shown.map(({ name, ...rest }) => ({ name, lossy: 'lossy' in rest })),
  );
});
