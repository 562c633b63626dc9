import { beforeAll, expect, test } from 'vitest';
import { engineOfThisProcess } from '#index/fixture.ts';
import type { Engine } from '#parse/engine.ts';
import cases from '../../../../fixtures/manifest/verdict-cases.json' with { type: 'json' };
import { checkManifest } from './check.ts';
import { manifestOf, projectWith } from './verdict-fixture.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await engineOfThisProcess();
});

/** Each contract has one entry; the expected value is `status`, with `: reason` or `: evidence` if any. */
test.each(cases)('$name', async ({ files, contracts, options, problems }) => {
  const project = await projectWith(files, engine);
  const verdicts: Record<string, string> = {};
  const root = manifestOf(Object.keys(contracts));
  const effects = options === 'closed' ? 'closed' : 'open';
  const report = checkManifest(root, project, { effects, baseline: new Set() });
  for (const { id = '', status, entries } of report.contracts) {
    const shown = entries
      .filter(({ list, status: its }) => list !== 'effect' || its === 'violated')
      .map((entry) => `${entry.list === 'effect' ? `${entry.text} ` : ''}${shownEntry(entry)}`);
    verdicts[id] = shown.join('; ') || status;
  }
  expect(verdicts).toEqual(contracts);
  expect(report.problems.map(({ kind, message }) => `${kind}  ${message}`)).toEqual(problems);
});

function shownEntry({ status, reason, evidence }: { status: string; reason?: string; evidence: Evidence[] }): string {
  if (reason !== undefined) return `${status}: ${reason}`;
  const locations = evidence.map(({ path, line, text, through }) =>
    [`${path}:${line} ${text}`, ...through].join(' through '),
  );
  return locations.length === 0 ? status : `${status}: ${locations.join(', ')}`;
}

interface Evidence {
  path: string;
  line: number;
  text: string;
  through: string[];
}
