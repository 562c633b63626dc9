import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Queue } from './pool-queue.ts';

test('it behaves like an array', () => {
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
