// Guards: changes that a copy got later are findings of `analyzer missed` before, and near the start of its list. Takes: not measured.
import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { MissedV1 } from '@analyzer/contracts/analyzer.missed.v1';
import { ANALYZER } from '../folders.ts';
import { table } from '../table.ts';
import { lastCommitOf, type Pair, readPairs } from './pairs.ts';
import { type PairResult, type RankLimits, summarize } from './ranks.ts';

const LIMITS: RankLimits = { pairs: 60, pairsPerLanguage: 10, found: 0.6, first: 0.85, most: 30 };
const LANGUAGES = ['python', 'javascript', 'php'];
const MAX_BYTES = 1 << 30;

/**
 * `bench missed --path CLONE [--path CLONE…] [--engine NAME]`: for each pair of `fixtures/missed/pairs.json` whose commits a
 * clone has, searches the history that ends before the copy got the change, and prints at which position the change is.
 */
export function missedCommand(): void {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: { path: { type: 'string', multiple: true }, engine: { type: 'string', default: 'native' } },
  });
  if (values.path === undefined) throw new Error('usage: npm run bench -- missed --path CLONE');
  const results: PairResult[] = [];
  const rows: string[][] = [['pair', 'kind', 'rank', 'findings', 'hunks merge']];
  for (const { repository, language, pairs } of readPairs()) {
    for (const pair of pairs) {
      const clone = values.path.map((path) => resolve(path)).find((path) => hasCommit(path, pair.origin));
      if (clone === undefined) continue;
      const { findings } = missedIn(clone, pair, values.engine);
      const at = findings.findIndex(({ commit, target }) => commit === pair.origin && target === pair.target);
      const rank = at < 0 ? undefined : at + 1;
      const merged = findings[at]?.hunks.filter(({ merges }) => merges).length ?? 0;
      if (pair.kind === 'repair') results.push({ language, rank, findings: findings.length });
      rows.push([
        `${repository} ${pair.origin.slice(0, 8)} ${pair.target}`,
        pair.kind,
        rank === undefined ? 'none' : String(rank),
        String(findings.length),
        String(merged),
      ]);
    }
  }
  if (rows.length === 1) throw new Error('no clone has a commit of fixtures/missed/pairs.json');
  process.stdout.write(table(rows));
  const { found, first, isJudged, problems } = summarize(results, LANGUAGES, LIMITS);
  process.stdout.write(`\n${found} of ${results.length} repairs are findings, ${first} in the first ${LIMITS.most}\n`);
  if (!isJudged) process.stdout.write(`limits are not judged: ${problems.join('; ')}\n`);
  else if (problems.length > 0) {
    process.stdout.write(`${problems.join('\n')}\n`);
    process.exitCode = 1;
  }
}

function hasCommit(folder: string, commit: string): boolean {
  try {
    execFileSync('git', ['-C', folder, 'cat-file', '-e', `${commit}^{commit}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function missedIn(clone: string, pair: Pair, engine: string): MissedV1 {
  const range = ['--since', `${pair.origin}^`, '--commits', '100000'];
  const args = [ANALYZER, 'missed', `${lastCommitOf(pair)}:.`, ...range, '--format', 'json', '--engine', engine];
  const text = execFileSync(process.execPath, args, { cwd: clone, encoding: 'utf8', maxBuffer: MAX_BYTES });
  return JSON.parse(text);
}
