import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LaneQueue, Queue } from './queue.ts';

test('Queue behaves like an array', () => {
  const step = fc.oneof(
    fc.record({ push: fc.integer() }),
    fc.record({ putBack: fc.array(fc.integer(), { maxLength: 3 }) }),
    fc.constant('shift' as const),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const queue = new Queue<number>();
      const model: number[] = [];
      for (const step of steps) {
        if (step === 'shift') expect(queue.shift()).toBe(model.shift());
        else if ('push' in step) {
          queue.push(step.push);
          model.push(step.push);
        } else {
          queue.putBack(step.putBack);
          model.unshift(...step.putBack);
        }
        expect(queue.size).toBe(model.length);
        expect(queue.first()).toBe(model[0]);
      }
    }),
  );
});

test('each lane has its own order, with returned items first', () => {
  const queue = new LaneQueue<string>((item) => item.charAt(0));
  for (const item of ['a1', 'b1', 'a2', 'b2']) queue.push(item);
  expect(queue.lanes()).toEqual(['a', 'b']);
  expect([queue.shift('a'), queue.shift('a'), queue.shift('a')]).toEqual(['a1', 'a2', undefined]);
  expect(queue.lanes()).toEqual(['b']);
  queue.putBack(['a1', 'b0', 'a2']);
  expect([queue.first('a'), queue.shift('a'), queue.shift('a')]).toEqual(['a1', 'a1', 'a2']);
  expect([queue.shift('b'), queue.shift('b'), queue.shift('b')]).toEqual(['b0', 'b1', 'b2']);
  expect(queue.first('c')).toBeUndefined();
});
