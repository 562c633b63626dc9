import { expect, test, vi } from 'vitest';
import { BySubject } from './related.ts';
import type { Subject } from './subject.ts';

const SUBJECT: Subject = {
  ...{ id: 5, project: 1, file: 4, isFile: false, isMethod: false, range: [5, 5] },
  ...{ name: 'retry', importedName: 'retry', others: [] },
};

test('a result is computed once for a subject, and again after a computation that failed', () => {
  const results = new BySubject<number[]>();
  const compute = vi.fn(() => [1]);
  const fail = () => {
    throw new Error('rows are not gathered');
  };
  expect(() => results.of(SUBJECT, fail)).toThrow('rows are not gathered');
  expect([results.of(SUBJECT, compute), results.of(SUBJECT, compute)]).toEqual([[1], [1]]);
  expect(compute).toHaveBeenCalledTimes(1);
  results.of({ ...SUBJECT }, compute);
  expect(compute).toHaveBeenCalledTimes(2);
});
