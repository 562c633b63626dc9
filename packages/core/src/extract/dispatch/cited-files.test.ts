import type { ExtractionPlanV1 } from '@analyzer/contracts/analyzer.extraction-plan.v1';
import { expect, test } from 'vitest';
import { planWith, taskOf } from '../extraction-fixture.ts';
import { taskKey } from '../plan/task-keys.ts';
import type { ResultFiles } from '../result/result-files.ts';
import { sources } from '../result/source-fixture.ts';
import { CitedFiles } from './cited-files.ts';
import { sha256 } from './dispatch-fixture.ts';

const COPY = `export function roundTo(value, digits) {
  const factor = 10 ** digits;
  return Math.round(value * factor) / factor;
}
`;

/** Files of a project in memory. */
function filesOf(text: string): ResultFiles {
  const never = () => Promise.reject(new Error('not used'));
  const file = { sha256: sha256(text), bytes: text.length };
  return {
    check: async () => file,
    parse: async (path) => sources.of(path, Buffer.from(text), file.sha256),
    read: never,
    parseAt: never,
    parseText: never,
  };
}

async function planOf(isDigested: boolean): Promise<ExtractionPlanV1> {
  const parsed = await filesOf(COPY).parse('src/round.js');
  const digest = 'facts' in parsed ? parsed.facts.declarations[0]?.function_body : undefined;
  const occurrence = (project: string, digit: string) => ({
    node_id: `n_${digit.repeat(20)}`,
    project,
    path: 'src/round.js',
    qualified_name: 'roundTo',
    start_line: 1,
    end_line: 4,
    sha256: sha256(COPY),
    ...(isDigested && digest !== undefined && { digest, links: '0'.repeat(64) }),
  });
  const task = { ...taskOf('design', 'a', 'shop'), task_key: taskKey('design', 'money') };
  return {
    ...planWith([task]),
    packages: [
      {
        package_id: 'money',
        name: 'money',
        project: 'shop',
        path: 'packages/money',
        language: 'javascript',
        kind: 'package',
        is_new: true,
      },
    ],
    families: [
      {
        family_id: `f_${'1'.repeat(20)}`,
        group_ids: [`g_${'1'.repeat(20)}`],
        package_id: 'money',
        occurrences: [occurrence('billing', '1'), occurrence('shop', '2')],
      },
    ],
  };
}

async function changedFor(text: string, isDigested = true) {
  const plan = await planOf(isDigested);
  const [task] = plan.tasks;
  if (task === undefined) throw new Error('the plan has no task');
  return new CitedFiles(plan, new Map(), () => filesOf(text)).changedFor(task);
}

test.each([
  ['as planned', COPY],
  ['with a comment in it', COPY.replace('{\n', '{\n  // cents\n')],
  ['at another position', `const RATE = 0.19;\n\n${COPY}`],
])('a function %s is not stale', async (_what, text) => {
  expect(await changedFor(text)).toBeUndefined();
});

test.each([
  ['with other code', COPY.replace('10', '100')],
  ['with another name', COPY.replace('roundTo', 'rounded')],
  ['in a file with a syntax error', COPY.replace('(value', '((value')],
])('a function %s is stale', async (_what, text) => {
  expect(await changedFor(text)).toEqual({ project: 'billing', path: 'src/round.js' });
});

test('a copy without a digest is stale after any edit of its file', async () => {
  expect(await changedFor(`// cents\n${COPY}`, false)).toEqual({ project: 'billing', path: 'src/round.js' });
});
