import { expect, test } from 'vitest';
import { isWorthFact } from './worth.ts';

const isWorth = (lines: number[], equal: number[], names: string[] = ['f', 'g']) => {
  return isWorthFact({ paths: [], lines, equal, areRows: false }, 'near', names);
};

test('the part of the smaller copies that is equal decides', () => {
  expect(isWorth([100, 40], [18])).toBe(true);
  expect(isWorth([100, 40], [17])).toBe(false);
  expect(isWorth([40, 40, 20], [18, 9])).toBe(true);
});

test('of few equal lines more of the copies must be equal', () => {
  expect(isWorth([20, 20], [12])).toBe(true);
  expect(isWorth([20, 20], [11])).toBe(false);
});

test('of renamed copies any part of the lines may be equal', () => {
  expect(isWorthFact({ paths: [], lines: [20, 20], equal: [5], areRows: false }, 'function-shape', ['f', 'g'])).toBe(
    true,
  );
});

test('a pair of constructors is none, three are', () => {
  expect(isWorth([20, 20], [20], ['A.__init__', 'B.__init__'])).toBe(false);
  expect(isWorth([20, 20], [20], ['A.__init__', 'B.run'])).toBe(true);
  expect(isWorth([20, 20, 20], [20, 20], ['A.__init__', 'B.__init__', 'C.__init__'])).toBe(true);
});

test('rows are none unless nearly all are equal', () => {
  const areWorth = (equal: number) =>
    isWorthFact({ paths: [], lines: [20, 20], equal: [equal], areRows: true }, 'block-shape', ['f', 'g']);
  expect([areWorth(17), areWorth(18)]).toEqual([false, true]);
});
