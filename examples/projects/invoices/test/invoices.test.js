import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileNameOf } from '../src/file-name.js';
import { invoiceText } from '../src/invoice.js';

test('an invoice shows positions, net, tax and the amount to pay', () => {
  const positions = [
    { text: 'Consulting', amount: 250_000 },
    { text: 'Discount', amount: -5_000 },
  ];
  const text = invoiceText({ number: 'R1', customer: 'Żółw Ltd', positions, currency: '€' });
  assert.match(text, /Consulting: €2,500\.00\nDiscount: -€50\.00\nNet: €2,450\.00/);
  assert.match(text, /To pay: €2,940\.00$/);
});

test('the name of a file has the customer without special characters', () => {
  assert.equal(fileNameOf({ number: 'R1', customer: 'Crème & Co.' }), 'R1-creme-co.txt');
});
