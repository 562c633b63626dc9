import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type CorpusFile, corpusFiles } from '../corpus/files.ts';
import { projectFiles } from '../corpus/project-files.ts';
import { CORPUS } from '../folders.ts';
import { groupBy } from '../group-by.ts';
import { rounds } from '../measure/repeat.ts';
import { table } from '../table.ts';
import { atMost, type Budget } from '../time/budgets.ts';
import { costOf } from '../time/run.ts';
import { type Built, JOBS, scanOf } from './corpus.ts';
import { installRival, RIVAL, rivalOn } from './rival.ts';

/** Largest allowed ratio to the CPU time of jscpd, by extension. */
const LIMITS: Readonly<Record<string, number>> = { '.js': 1, '.ts': 1, '.tsx': 1, '.php': 1, '.py': 1.2, '.sh': 1 };

/**
 * Each language separately: both programs alternately scan copies of a folder's files, under names that both read.
 *
 * @param source by default the corpus
 * @param folder for the copies
 */
export async function languageBudgets(
  source: string | undefined,
  { built, folder, times }: { built: Built; folder: string; times: number },
): Promise<Budget[]> {
  installRival();
  const from = source ?? CORPUS;
  const kinds = groupBy(source === undefined ? corpusFiles() : projectFiles(source), extensionOf);
  const budgets: Budget[] = [];
  const rows: string[][] = [];
  for (const [extension, limit] of Object.entries(LIMITS)) {
    const files = kinds.get(extension) ?? [];
    if (files.length === 0) continue;
    const copies = join(folder, `only${extension}`);
    mkdirSync(copies);
    for (const [number, { path }] of files.entries())
      copyFileSync(join(from, path), join(copies, `${number}${extension}`));
    const scan = scanOf(built, copies, JOBS);
    const costs = await rounds(times, [scan, { name: RIVAL, ...rivalOn(copies), reads: copies }], 'cpu');
    const [own, rival] = [costOf(costs, scan.name).cpu, costOf(costs, RIVAL).cpu];
    const megabytes = files.reduce((sum, { size }) => sum + size, 0) / 1e6;
    rows.push([extension, String(files.length), ...[megabytes, own, rival, own / rival].map((n) => n.toFixed(2))]);
    budgets.push(atMost(`${extension}, CPU by ${RIVAL}`, '×', limit, own / rival));
  }
  process.stdout.write(`${table([['', 'files', 'MB', 'scan CPU s', 'jscpd CPU s', 'ratio'], ...rows])}\n`);
  return budgets;
}

/** Extension of a file's copy: shell programs often have none, and jscpd skips such files. */
function extensionOf({ language, dialect }: CorpusFile): string {
  if (language === 'typescript') return dialect === 'tsx' ? '.tsx' : '.ts';
  return { python: '.py', javascript: '.js', php: '.php', bash: '.sh' }[language];
}
