import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tilesOf } from '../src/tiles.js';

test('the tiles show revenue, costs and result', () => {
  const tiles = tilesOf({ revenue: 1_000_000, costs: 1_234_567, currency: '$' });
  assert.deepEqual(
    tiles.map(({ value }) => value),
    ['$10,000.00', '$12,345.67', '-$2,345.67'],
  );
  assert.equal(tiles[2].isBad, true);
});
