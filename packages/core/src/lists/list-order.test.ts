import { expect, test } from 'vitest';
import { codeClasses } from './list-classes.ts';
import { inListOrder } from './list-order.ts';

const group = (id: string, nodes: number, count: number, least?: number) => ({
  id,
  nodes,
  occurrences: Array.from({ length: count }, (_, at) => `${id}${at}`),
  ...(least !== undefined && { similarity: [1000, ...Array.from({ length: count - 1 }, () => least)] }),
});

test('large groups precede many small ones, and similar ones those that share a frame', () => {
  const [wrappers, large] = [group('wrappers', 48, 11, 560), group('large', 120, 2)];
  const [frame, edited] = [group('frame', 120, 2, 520), group('edited', 100, 2, 900)];
  const tiny = group('tiny', 20, 50);
  const order = inListOrder([wrappers, tiny, frame, large, edited]).map(({ id }) => id);
  expect(order).toEqual(['large', 'edited', 'frame', 'wrappers', 'tiny']);
});

test('of groups of one size that with more occurrences is first, and equal ones stay in their order', () => {
  const blocks = Array.from({ length: 3 }, () => ({
    path: 'a',
    start_line: 1,
    end_line: 2,
    start_byte: 0,
    end_byte: 9,
  }));
  const three = { id: 'three', nodes: 60, occurrences: [], blocks };
  const order = inListOrder([group('b', 60, 2), group('a', 60, 2), three]).map(({ id }) => id);
  expect(order).toEqual(['three', 'b', 'a']);
});

test('groups that save little, and small functions, are small', () => {
  const isMinor = (...its: [Parameters<typeof codeClasses>[0], number]) => {
    return [...codeClasses(...its, () => undefined)].includes('small');
  };
  const near = (nodes: number, similarity: number[]) => {
    return isMinor({ kind: 'near', nodes, similarity }, similarity.length);
  };
  expect(near(83, [1000, 600])).toBe(true);
  expect(near(84, [1000, 600])).toBe(false);
  expect(near(100, [1000, 599])).toBe(true);
  expect(near(101, [1000, 599])).toBe(false);
  expect(near(97, [1000, 800, 500])).toBe(true);
  expect(near(98, [1000, 800, 500])).toBe(false);
  expect(isMinor({ kind: 'function-shape', nodes: 29 }, 100)).toBe(true);
  expect(isMinor({ kind: 'function-body', nodes: 30 }, 2)).toBe(false);
  expect(isMinor({ kind: 'block', nodes: 49 }, 2)).toBe(true);
  expect(isMinor({ kind: 'block', nodes: 50 }, 2)).toBe(false);
});
