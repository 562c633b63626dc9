import { readFileSync } from 'node:fs';
import type { ManifestReportV1, Problem } from '@analyzer/contracts/analyzer.manifest-report.v1';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sarifProblems } from './fixture.ts';
import { renderReportSarif } from './report-sarif.ts';

const text = fc.string({ unit: 'grapheme', maxLength: 20 });
const evidence = fc.record({
  path: text,
  line: fc.integer({ min: 1, max: 1_000_000 }),
  text,
  through: fc.array(text, { maxLength: 3 }),
});
const problem: fc.Arbitrary<Problem> = fc.record({
  key: text,
  kind: fc.constantFrom('violated', 'unlisted-effect', 'stale', 'missing-file'),
  pointer: text,
  message: text,
  evidence: fc.array(evidence, { maxLength: 3 }),
  known: fc.boolean(),
});

function reportWith(problems: Problem[]): ManifestReportV1 {
  return {
    schema: 'analyzer.manifest-report.v1',
    ...{ decided: 0, entries: 0, new_problems: 0, gone_from_baseline: [], by_status: {}, by_priority: {} },
    ...{ problems, contracts: [], files: [], without_contract: [] },
  };
}

test('the log of any report is valid SARIF', () => {
  fc.assert(
    fc.property(fc.array(problem, { maxLength: 5 }), text, text, (problems, manifest, project) => {
      const log = renderReportSarif(reportWith(problems), manifest, project, '0.5.0');
      expect(sarifProblems(log)).toEqual([]);
    }),
  );
});

test('the log of the example is valid SARIF', () => {
  const path = new URL('../../../../docs/examples/commander.report.sarif', import.meta.url);
  expect(sarifProblems(readFileSync(path, 'utf8'))).toEqual([]);
});

test('the schema rejects an invalid log', () => {
  expect(sarifProblems('{"version": "2.1.0", "runs": [{"results": []}]}')).toEqual([
    "/runs/0 must have required property 'tool'",
  ]);
  expect(sarifProblems('{"version": "2.0.0", "runs": []}')).toEqual([
    '/version must be equal to one of the allowed values',
  ]);
});
