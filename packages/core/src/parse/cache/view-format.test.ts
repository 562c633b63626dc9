import { expect, test } from 'vitest';
import { encodeView, MOST_VIEW_BYTES, readViewHeader } from './view-format.ts';

const origin = { tree: '0'.repeat(64), contents: '1'.repeat(64) };

test('a header that promises more than is ever kept is none, so that nobody makes room for it', () => {
  const [line] = encodeView(origin, Buffer.from('[]'));
  const withLength = (length: number) => Buffer.from(`${line}`.replace('"length":2', `"length":${length}`));
  expect(readViewHeader(withLength(MOST_VIEW_BYTES))?.header.length).toBe(MOST_VIEW_BYTES);
  for (const length of [MOST_VIEW_BYTES + 1, 2 ** 33, -1, 0.5]) {
    expect(readViewHeader(withLength(length))).toBeUndefined();
  }
});
