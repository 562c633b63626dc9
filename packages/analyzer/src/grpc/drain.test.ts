import { expect, test, vi } from 'vitest';
import { drain } from './drain.ts';

test('a server whose library never reports its end is ended after the time, and a call that ends in time is not', async () => {
  const stuck = { tryShutdown: vi.fn(), forceShutdown: vi.fn() };
  await drain(stuck, 1);
  expect(stuck.forceShutdown).toHaveBeenCalledOnce();

  const prompt = { tryShutdown: (done: () => void) => done(), forceShutdown: vi.fn() };
  await drain(prompt, 60_000);
  expect(prompt.forceShutdown).not.toHaveBeenCalled();
});
