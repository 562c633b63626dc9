import fc from 'fast-check';
import type { History } from './history-fixture.ts';
import { type Edit, FUNCTIONS, PROJECTS } from './workspace-fixture.ts';

const KILL = fc.option(fc.nat(12), { nil: undefined, freq: 3 });
const COPY = { project: fc.constantFrom(...PROJECTS), name: fc.constantFrom(...FUNCTIONS) };
const CODE: readonly Edit[] = ['version', 'helper', 'callers'];
const SURROUNDINGS: readonly Edit[] = ['comment', 'position', 'other'];
const edits = (which: readonly Edit[], value: fc.Arbitrary<number>) =>
  fc.record({ do: fc.constant('edit' as const), ...COPY, edit: fc.constantFrom(...which), value });

/** A step of a random history. */
export const STEP = fc.oneof(
  { weight: 3, arbitrary: edits(SURROUNDINGS, fc.nat(9)) },
  { weight: 1, arbitrary: edits(CODE, fc.nat(1)) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('plan' as const), kill: KILL }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('rebase' as const), kill: KILL }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('configure' as const),
      name: fc.constantFrom(...FUNCTIONS),
      value: fc.nat(2),
    }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('work' as const), choice: fc.nat(5), kill: KILL }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('retry' as const), choice: fc.nat(5), replace: fc.boolean(), kill: KILL }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('revise' as const), choice: fc.nat(5), kill: KILL }) },
);

type Step = typeof STEP extends fc.Arbitrary<infer Value> ? Value : never;

/** @param run work as an attempt that is recorded */
export async function take(step: Step, history: History, run = false): Promise<void> {
  switch (step.do) {
    case 'edit':
      history.edit(step);
      break;
    case 'configure':
      history.configure(step.name, step.value);
      break;
    case 'plan':
      await history.plan(step.kill);
      break;
    case 'rebase':
      await history.rebase(step.kill);
      break;
    case 'work':
      await history.work(step.choice, step.kill, run);
      break;
    case 'retry':
      await history.retry(step.choice, step.replace, step.kill);
      break;
    case 'revise':
      await history.revise(step.choice, step.kill);
  }
}
