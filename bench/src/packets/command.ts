import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openIndex } from '@analyzer/core/index/reader.ts';
import { context } from '@analyzer/core/packet/context.ts';
import { isUnquoted, quotedContext } from '@analyzer/core/packet/quoted-context.ts';
import { INDEX_OPERATIONS } from '@analyzer/core/query/operations.ts';
import { createQuery } from '@analyzer/core/query/query.ts';
import { quoter } from '@analyzer/core/scan/quote.ts';
import { ANALYZER } from '../folders.ts';
import { median } from '../measure/median.ts';
import { atMost } from '../time/budgets.ts';
import { budgetTable } from '../time/report.ts';

const PROJECTS = 40;
const COPIES = 13;
const ROUNDS = 15;

const query = createQuery([...INDEX_OPERATIONS, context]);

/** Measures packets about a group with 520 occurrences in 40 projects. */
export async function packetsCommand(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'analyzer-packets-'));
  try {
    writeProjects(join(folder, 'projects'));
    const db = join(folder, 'index.db');
    const args = ['workspace', 'index', join(folder, 'projects'), '--discover', '--db', db];
    execFileSync(process.execPath, [ANALYZER, ...args], { stdio: 'ignore' });
    const bare = await time(db, false);
    const quoted = await time(db, true);
    const budgets = [
      atMost('packet without source, median', 'ms of the processor', 200, bare),
      atMost('packet with source, median', 'ms of the processor', 1000, quoted),
    ];
    process.stdout.write(budgetTable(budgets));
    const missed = budgets.filter(({ held }) => !held);
    if (missed.length > 0) throw new Error(`missed: ${missed.map(({ name }) => name).join(', ')}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Copies of a function with other names, among other code. */
function writeProjects(folder: string): void {
  for (let project = 0; project < PROJECTS; project++) {
    const source = join(folder, `project${project}`, 'src');
    mkdirSync(source, { recursive: true });
    writeFileSync(join(folder, `project${project}`, 'package.json'), '{}');
    writeFileSync(join(folder, `project${project}`, 'LICENSE'), 'MIT\n');
    for (let copy = 0; copy < COPIES; copy++) {
      writeFileSync(join(source, `copy${copy}.js`), sourceOf(project, copy));
    }
  }
}

function sourceOf(project: number, copy: number): string {
  const [items, rate] = [`items${project}`, `rate${copy}`];
  return `import { log } from './log.js';

export function own${project}x${copy}(a) { return [a, ${project}, ${copy}].map((x) => x + ${project * 100 + copy}); }

export function total${copy}(${items}, ${rate}) {
  let sum = 0;
  for (const item of ${items}) {
    if (item.price > 10) sum += item.price * ${rate};
    else log('no price');
  }
  return Math.round(sum * 100) / 100;
}

own${project}x${copy}(total${copy}([], 1));
`;
}

/** Median CPU milliseconds from the request to the packet as JSON. */
async function time(db: string, includeSource: boolean): Promise<number> {
  const reader = await openIndex(db);
  try {
    const group = largestGroup(reader);
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const used = process.cpuUsage();
      const params = { group_id: group, include_source: includeSource };
      const data = answer(reader, 'context', params);
      const packet = isUnquoted(data) ? await quotedContext(data, quoter(new Map(data.roots))) : data;
      const { length } = JSON.stringify(packet);
      const { user, system } = process.cpuUsage(used);
      times.push((user + system) / 1000);
      if (round === 0) process.stdout.write(`packet of ${length} characters\n`);
    }
    return median(times);
  } finally {
    reader.close();
  }
}

type Reader = Parameters<typeof query>[0];

function answer(reader: Reader, operation: string, params: object): object {
  const request = { schema: 'analyzer.request.v1', operation, params };
  const outcome = query(reader, request, { caller: { completesSource: true } });
  if ('error' in outcome) throw new Error(outcome.error.message);
  return outcome.ok.data;
}

function largestGroup(reader: Reader): string {
  const data: { items?: { group_id: string; occurrences: number }[] } = answer(reader, 'clones', {
    kind: 'function-shape',
    sort: 'occurrences',
    // The copies are in larger copied blocks.
    contained: true,
  });
  const [first] = data.items ?? [];
  if (first === undefined || first.occurrences < PROJECTS * COPIES) throw new Error('the group is missing');
  return first.group_id;
}
