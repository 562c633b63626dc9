import { expect, test } from 'vitest';
import { sparkline } from './sparkline.ts';

test.each([
  [[0, 1, 2, 3, 4, 5, 6, 7], 40, false, '▁▂▃▄▅▆▇█'],
  [[0, 1, 2, 3, 4, 5, 6, 7], 4, false, '▁▃▆█'],
  [[0, 5, 10], 40, true, '_=#'],
  [[0, 0], 40, false, '▁▁'],
  [[0.1, 0.1], 40, false, '▄▄'],
  [[], 40, false, ''],
])('values %j in %d columns, ascii %s: %s', (values, width, ascii, text) => {
  expect(sparkline(values, width, ascii)).toBe(text);
});
