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

test('each of many violations is listed, also those of several layers that one file reaches', async () => {
  const numbers = Array.from({ length: 30 }, (_, at) => at);
  const low = numbers.map((at) => [
    `low/f${at}.ts`,
    "import { top } from '../top/a';\nimport { mid } from '../mid/a';\n",
  ]);
  const files = {
    'top/a.ts': 'export const top = 1;\n',
    'mid/a.ts': 'export const mid = 1;\n',
    ...Object.fromEntries(low),
  };
  const report = checkManifest(
    manifestOf(['project require layers: top > mid > low']),
    await projectWith(files, engine),
    {
      effects: 'open',
      baseline: new Set(),
    },
  );
  const [entry] = report.contracts.flatMap(({ entries }) => entries);
  expect(entry?.evidence.map(({ path, line }) => `${path}:${line}`).sort()).toEqual(
    numbers.flatMap((at) => [`low/f${at}.ts:1`, `low/f${at}.ts:2`]).sort(),
  );
  expect(report.problems).toHaveLength(60);
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
