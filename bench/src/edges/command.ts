// Guards: the file that each import leads to, by independent resolvers. Takes: 53 s for 3,123 edges of redis-py with the portable engine at load 6.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { ScanV1 } from '@analyzer/contracts/analyzer.scan.v1';
import { REPOSITORY } from '../folders.ts';
import { table } from '../table.ts';
import { judgePhp } from './php.ts';
import { judgePython } from './python.ts';
import { Score } from './score.ts';
import { judgeTypeScript } from './typescript.ts';

const JUDGES: Readonly<Record<string, (folder: string, scan: ScanV1, score: Score) => Promise<void> | void>> = {
  php: judgePhp,
  python: judgePython,
  ts: judgeTypeScript,
};

/** Smallest recall and precision of file edges. */
const LEAST: Readonly<Record<string, number>> = { php: 0.95, python: 0.99, ts: 0.995 };

/**
 * `bench edges --path DIR --language ts|php|python [--engine NAME] [--show N]`: compares the file that each import leads to
 * with the result of an independent resolver. Fails if recall or precision is below its limit.
 */
export async function edgesCommand(): Promise<void> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: {
      path: { type: 'string' },
      language: { type: 'string' },
      engine: { type: 'string', default: 'native' },
      show: { type: 'string', default: '20' },
    },
  });
  const judge = JUDGES[values.language ?? ''];
  if (values.path === undefined || judge === undefined) {
    throw new Error('usage: npm run bench -- edges --path DIR --language ts|php|python');
  }
  const folder = resolve(values.path);
  const score = new Score();
  await judge(folder, scanOf(folder, values.engine), score);
  const shown = Number(values.show);
  for (const line of score.wrong.slice(0, shown)) process.stdout.write(`${line}\n`);
  const { judged, equal, claimed, recall, precision, unjudged } = score;
  process.stdout.write(
    table([
      ['', 'edges of the judge', 'equal', 'edges of the scan', 'recall', 'precision', 'not judged'],
      [values.path, ...[judged, equal, claimed].map(String), recall.toFixed(4), precision.toFixed(4), String(unjudged)],
    ]),
  );
  const least = LEAST[values.language ?? ''] ?? 1;
  if (recall < least || precision < least) throw new Error(`recall or precision is below ${least}`);
}

function scanOf(folder: string, engine: string): ScanV1 {
  const scratch = mkdtempSync(join(tmpdir(), 'analyzer-edges-'));
  try {
    const output = join(scratch, 'scan.json');
    const program = join(REPOSITORY, 'node_modules/.bin/analyzer');
    const args = ['scan', folder, '--engine', engine, '--format', 'json', '-o', output];
    const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`the scan ends with ${status}: ${stderr}`);
    const scan: ScanV1 = JSON.parse(readFileSync(output, 'utf8'));
    return scan;
  } finally {
    rmSync(scratch, { recursive: true });
  }
}
