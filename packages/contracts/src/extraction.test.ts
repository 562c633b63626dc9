import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { validate as isConfig } from './generated/analyzer.extraction-config.v1.validate.js';
import { validate as isPlan } from './generated/analyzer.extraction-plan.v1.validate.js';
import { validate as isRebase } from './generated/analyzer.extraction-rebase.v1.validate.js';
import { validate as isState } from './generated/analyzer.extraction-state.v1.validate.js';
import { validate as isStatus } from './generated/analyzer.extraction-status.v1.validate.js';
import { validate as isHandoff } from './generated/analyzer.handoff.v1.validate.js';
import { validate as isResult } from './generated/analyzer.task-result.v1.validate.js';
import { validate as isProposal } from './generated/analyzer.ticket-proposal.v1.validate.js';

const exampleOf = (name: string) =>
  JSON.parse(readFileSync(new URL(`generated/analyzer.${name}.v1.schema.json`, import.meta.url), 'utf8')).examples[0];

test.each([
  ['extraction-config', isConfig],
  ['extraction-plan', isPlan],
  ['handoff', isHandoff],
  ['extraction-state', isState],
  ['extraction-status', isStatus],
  ['extraction-rebase', isRebase],
  ['ticket-proposal', isProposal],
  ['task-result', isResult],
] as const)('the example of %s is valid, and invalid with another property', (name, validate) => {
  const example = exampleOf(name);
  validate(example);
  expect(validate.errors ?? []).toEqual([]);
  expect(validate({ ...example, extra: 1 })).toBe(false);
});

test.each([
  ['a proposal to keep copies names a package', { decision: 'keep_local' }],
  ['a proposal to extract cites one occurrence', { evidence_ids: ['E1'] }],
  ['a proposal cites an occurrence twice', { evidence_ids: ['E1', 'E1'] }],
  ['a proposal to extract names no target', { targets: [] }],
])('%s: refused', (_, change) => {
  expect(isProposal({ ...exampleOf('ticket-proposal'), ...change })).toBe(false);
});

test.each(['../x', 'a/../b', '/x', './x', 'a/.', 'a\u0000b', ''])('an artifact with the path %j is refused', (path) => {
  const example = exampleOf('task-result');
  expect(isResult({ ...example, artifacts: [{ ...example.artifacts[0], path }] })).toBe(false);
});

test('a done task has no failed tests', () => {
  const example = exampleOf('task-result');
  const tests = [{ ...example.tests[0], exit_code: 1 }];
  expect(isResult({ ...example, tests })).toBe(false);
  expect(isResult({ ...example, tests, status: 'failed' })).toBe(true);
});

test('a changed file existed before or exists after', () => {
  const example = exampleOf('task-result');
  expect(isResult({ ...example, changed_files: [{ path: 'a', before: null, after: null }] })).toBe(false);
});
