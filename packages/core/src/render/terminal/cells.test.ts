import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { cut, widthOf, wrapped } from './cells.ts';

test('every character in the narrow table takes one column', () => {
  const characters = Array.from({ length: 0x2600 - 0x20 }, (_, index) => String.fromCharCode(index + 0x20));
  const visible = characters.filter((character) => !/[\p{Cc}\p{Cf}]/u.test(character));
  expect(visible.filter((character) => widthOf(character) !== stringWidth(character))).toEqual([]);
});

test.each([
  ['plain', 5, 'plain'],
  ['plainer', 5, 'plai…'],
  ['价格表', 6, '价格表'],
  ['价格表', 5, '价格…'],
  ['价格表', 4, '价…'],
  ['e\u0301e\u0301e\u0301', 2, 'e\u0301…'],
  ['👨‍👩‍👧👨‍👩‍👧', 3, '👨‍👩‍👧…'],
  ['ab', 1, '…'],
  ['ab', 0, ''],
  ['274,132 lines', 5, '…'],
  ['274,132 lines', 8, '274,132…'],
  ['a.php:905-944 f', 11, 'a.php…'],
  ['f (87 %)', 5, 'f (…'],
  ['价格 1234', 8, '价格 …'],
  ['v2 and more', 6, 'v2 an…'],
])('%s in %i columns', (text, width, shown) => {
  expect(cut(text, width, '…')).toBe(shown);
});

test.each([
  ['one two three', 7, ['one two', 'three']],
  ['longer-than-it is', 5, ['longer-than-it', 'is']],
  ['', 5, ['']],
])('%s is broken at spaces into lines of %i columns', (text, width, lines) => {
  expect(wrapped(text, width)).toEqual(lines);
});
