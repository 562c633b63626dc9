import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { engineOfThisProcess } from '#index/fixture.ts';
import { readManifest } from '#manifest/validate-manifest.ts';
import type { Engine } from '#parse/engine.ts';
import { completeOptions } from '#scan/options.ts';
import { scan } from '#scan/scan.ts';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import cases from '../../../../fixtures/manifest/verdict-cases.json' with { type: 'json' };
import { checkManifest } from './check.ts';
import { projectOf } from './project.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await engineOfThisProcess();
});

/** Each contract has one entry; the expected value is `status`, with `: reason` or `: evidence` if any. */
test.each(cases)('$name', async ({ files, contracts, options, problems }) => {
  const folder = join(fixtureFolder({ 'p/': '', ...prefixed(files) }), 'p');
  const project = projectOf(await scan(folder, completeOptions({}), { engine }));
  const verdicts: Record<string, string> = {};
  const all = Object.entries(contracts).map(([key, expected]) => ({ key, expected, contract: contractOf(key) }));
  const byFile: Record<string, object[]> = {};
  const wide: object[] = [];
  for (const { contract } of all) {
    if (contract.file === undefined) wide.push(contract);
    else byFile[contract.file] = [...(byFile[contract.file] ?? []), contract];
  }
  const { root } = readManifest(JSON.stringify({ contracts: wide, files: byFile }), {});
  if (root === undefined) throw new Error('no manifest');
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

function prefixed(files: object): Record<string, string> {
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [`p/${path}`, text]));
}

interface Contract {
  id: string;
  file?: string;
  scope: string;
  intent: string;
  forbid?: string[];
  require?: string[];
  effect?: string[];
}

/** `scope list entry`, prefixed with `file >` for a contract of a file. */
function contractOf(key: string): Contract {
  const [, file, scope = '', list = '', entry = ''] =
    /^(?:(\S+) > )?(.+?) (forbid|require|effect|states) ?(.*)$/.exec(key) ?? [];
  const contract = { id: key, ...(file !== undefined && { file }), scope, intent: 'x' };
  if (list === 'states') return contract;
  return { ...contract, [list]: entry === '' ? [] : [entry] };
}

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
