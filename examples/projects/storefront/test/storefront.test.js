import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeCart } from '../src/cart.js';
import { addressOf } from '../src/product-page.js';

test('a cart shows each line and the total', () => {
  const items = [
    { name: 'Tea', count: 2, price: 450 },
    { name: 'Samovar', count: 1, price: 123_400 },
  ];
  assert.deepEqual(describeCart(items, '€'), ['2 × Tea: €9.00', '1 × Samovar: €1,234.00', 'Total: €1,243.00']);
});

test('the address of a product has a readable end', () => {
  assert.equal(addressOf({ id: 7, title: 'Café Crème, 250 g' }), '/products/7/cafe-creme-250-g');
});
