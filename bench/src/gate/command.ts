// Guards: the findings of `check --against` for commits of a repository, and its CPU time beside that of a scan. Takes: not measured.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { CheckV1 } from '@analyzer/contracts/analyzer.check.v1';
import { ANALYZER } from '../folders.ts';
import { measure } from '../measure/measure.ts';
import { median } from '../measure/median.ts';
import { inMemoryFolder } from '../measure/memory-folder.ts';

/** CPU time of a check, by that of a scan. */
const MAX_CPU = 1.3;
/** Code that a gate reads. */
const CODE = ['*.py', '*.js', '*.jsx', '*.ts', '*.tsx', '*.mjs', '*.cjs', '*.php', '*.sh', '*.bash', '*.bats'];
/** Commits whose CPU time is measured: the first of all. */
const TIMED = 5;
const FINDINGS = 1;

/**
 * `bench gate --path REPOSITORY [--commits N] [--engine NAME]`: checks the last commits that change code, each against the commit
 * before, and prints each finding, so that a person can read it beside the commit. Fails if a check takes more than 1.3 times
 * the CPU time of a scan.
 */
export async function gateCommand(): Promise<void> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: {
      path: { type: 'string' },
      commits: { type: 'string', default: '40' },
      engine: { type: 'string', default: 'native' },
    },
  });
  if (values.path === undefined) throw new Error('usage: npm run bench -- gate --path REPOSITORY');
  const repository = resolve(values.path);
  await inMemoryFolder('gate-', async (folder) => {
    const work = join(folder, 'work');
    git(folder, 'clone', '-q', '--shared', '--no-checkout', repository, work);
    const found = git(work, 'log', '--no-merges', '--format=%H', `-${values.commits}`, 'HEAD', '--', ...CODE);
    const commits = found.trim().split('\n');
    const engine = ['--engine', values.engine];
    let failed = 0;
    const ratios: number[] = [];
    for (const [number, commit] of commits.entries()) {
      git(work, 'checkout', '-q', '--force', '--detach', commit);
      git(work, 'clean', '-q', '-d', '--force');
      const report = join(folder, `${number}.json`);
      const check = ['check', work, '--against', `${commit}^`, '--exact', ...engine];
      const args = [ANALYZER, ...check, '--format', 'json', '-o', report];
      if (number < TIMED) {
        const own = await measure(args, { accepted: [0, FINDINGS], memory: false, mayKill: true });
        const scan = await measure([ANALYZER, 'scan', work, '--format', 'json', ...engine], {
          memory: false,
          mayKill: true,
        });
        ratios.push(own.cpu / scan.cpu);
      } else spawnSync(process.execPath, args);
      const { groups, cycles }: CheckV1 = JSON.parse(readFileSync(report, 'utf8'));
      if (groups.length + cycles.length > 0) failed++;
      for (const { kind, nodes, copies, occurrences } of groups) {
        const [first, second] = occurrences;
        const at = [first, second].map((it) => `${it?.path}:${it?.start_line}-${it?.end_line} ${it?.qualified_name}`);
        process.stdout.write(
          `${commit.slice(0, 12)}  ${kind}, ${copies} copies, ${nodes} nodes: ${at.join('  <-  ')}\n`,
        );
      }
      for (const { files } of cycles) process.stdout.write(`${commit.slice(0, 12)}  cycle: ${files.join(' ')}\n`);
    }
    const ratio = median(ratios);
    process.stdout.write(
      `${failed} of ${commits.length} commits fail; CPU of a check by a scan: ${ratio.toFixed(2)}\n`,
    );
    if (ratio > MAX_CPU) throw new Error(`a check takes more than ${MAX_CPU} times the CPU time of a scan`);
  });
}

function git(folder: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync('git', ['-C', folder, ...args], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${args.join(' ')} failed: ${stderr}`);
  return stdout;
}
