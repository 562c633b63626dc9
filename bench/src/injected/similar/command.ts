// Guards: how often the operation similar names the original of an edited copy first, and its time. Takes: not measured.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { SimilarData } from '@analyzer/contracts/query/similar.data';
import type { IndexReader } from '@analyzer/core/index/port.ts';
import { openIndex } from '@analyzer/core/index/reader.ts';
import { createPortableEngine } from '@analyzer/core/parse/portable/engine.ts';
import { createQuery } from '@analyzer/core/query/query.ts';
import { requestedCode } from '@analyzer/core/query/request/requested-code.ts';
import { CODE_LIMITS, CodeParser } from '@analyzer/core/similar/code-parser.ts';
import { similar } from '@analyzer/core/similar/similar.ts';
import { WORKER } from '../../folders.ts';
import { table } from '../../table.ts';
import { inject, KINDS, SEED } from '../edits/inject.ts';
import { type Injection, linesOf } from '../edits/project.ts';
import { type Copy, VARIANTS, type Variant } from '../edits/variants.ts';

/** Smallest share of copies whose original is the first answer. */
const LEAST: Readonly<Partial<Record<Variant, number>>> = {
  ...{ layout: 0.99, 'own name': 0.99, renamed: 0.99, 'one literal': 0.99, insert: 0.97, delete: 0.97, change: 0.97 },
  block: 0.97,
};
/** Lines of the functions whose time is measured. */
const MEASURED = { least: 30, most: 50 };
const P95 = 0.95;
const WARM_UP = 20;

type Item = SimilarData['items'][number];

const query = createQuery([similar]);

interface Counts {
  first: number;
  found: number;
  of: number;
}

/**
 * `bench injected similar --path DIR --index DB [--each N] [--only KIND] [--seed N] [--show N]`: asks an index of the
 * folders in DIR, each a project with the label of its folder, for edited copies of their functions.
 */
export async function similarCommand(): Promise<void> {
  const { values } = parseArgs({
    args: process.argv.slice(4),
    options: {
      path: { type: 'string', default: '.' },
      index: { type: 'string', default: '.analyzer/index.db' },
      each: { type: 'string', default: '40' },
      seed: { type: 'string', default: String(SEED) },
      only: { type: 'string' },
      show: { type: 'string', default: '20' },
    },
  });
  const kinds = KINDS.filter((kind) => values.only === undefined || kind === values.only);
  const choice = { source: resolve(values.path), each: Number(values.each), seed: Number(values.seed) };
  const injections = await inject(kinds, choice);
  const parser = new CodeParser(() => createPortableEngine({ jobs: 1, workerPath: WORKER, limits: CODE_LIMITS }));
  const reader = await openIndex(values.index);
  try {
    await report(injections, { parser, reader }, Number(values.show));
  } finally {
    reader.close();
    await parser.close();
  }
}

async function report(injections: readonly Injection[], tools: Tools, show: number): Promise<void> {
  const counts = new Map<Variant, Counts>(VARIANTS.map((variant) => [variant, { first: 0, found: 0, of: 0 }]));
  const times: Time[] = [];
  const files = tools.reader.read((snapshot) => new Set(snapshot.all(FILES, [], (row) => row.text('name'))));
  let skipped = 0;
  // Starts the parser and compiles the code.
  for (const { sample } of injections.slice(0, WARM_UP))
    await ask(sample.source.slice(sample.from, sample.to), sample.file, tools);
  const missed: string[] = [];
  for (const injection of injections) {
    if (!files.has(injection.sample.file)) {
      skipped++;
      continue;
    }
    for (const variant of VARIANTS) {
      const copy = injection.copies.get(variant);
      const its = counts.get(variant);
      if (copy === undefined || its === undefined) continue;
      // A block is asked for with the function that it was copied into.
      const code = variant === 'block' ? copy.text : copy.text.slice(copy.from, copy.to);
      const { data, ...time } = await ask(code, injection.sample.file, tools);
      const lines = code.split('\n').length;
      if (lines >= MEASURED.least && lines <= MEASURED.most) times.push(time);
      const place = variant === 'block' ? placeOfBlock(data, injection, copy) : placeOf(data.items, injection);
      its.of++;
      if (place >= 0) its.found++;
      if (place === 0) its.first++;
      else missed.push(`${variant}: ${injection.sample.file}:${injection.sample.print.line} is answer ${place + 1}`);
    }
  }
  const rows = [...counts].map(([variant, { first, found, of }]) => [
    variant,
    String(of),
    String(first),
    String(found),
  ]);
  process.stdout.write(table([['', 'copies', 'first', 'found'], ...rows]));
  process.stdout.write(`${skipped} functions of files that the index excludes are not counted\n`);
  process.stdout.write(`${times.length} questions of ${MEASURED.least} to ${MEASURED.most} lines\n`);
  for (const part of ['parsing', 'query', 'cpu'] as const) {
    const sorted = times.map((time) => time[part]).sort((a, b) => a - b);
    const [middle, p95] = [sorted[sorted.length >> 1] ?? 0, sorted[Math.floor(sorted.length * P95)] ?? 0];
    const name = part === 'cpu' ? 'query, CPU' : part;
    process.stdout.write(`${name}: median ${middle.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms\n`);
  }
  for (const line of missed.slice(0, show)) process.stdout.write(`${line}\n`);
  const faults = [...counts].filter(([variant, { first, of }]) => first < (LEAST[variant] ?? 0) * of);
  if (faults.length > 0) throw new Error(`below the limit: ${faults.map(([variant]) => variant).join(', ')}`);
}

/** Milliseconds. */
interface Time {
  parsing: number;
  query: number;
  /** Of the query. */
  cpu: number;
}

const FILES = "SELECT label || '/' || path AS name FROM file JOIN project ON project.id = file.project_id";

interface Tools {
  parser: CodeParser;
  reader: IndexReader;
}

async function ask(code: string, file: string, { parser, reader }: Tools): Promise<Time & { data: SimilarData }> {
  const request = {
    schema: 'analyzer.request.v1',
    operation: 'similar',
    params: { code, file_name: named(file), limit: 200 },
  };
  const start = performance.now();
  const text = requestedCode(request, [similar]);
  if (text === undefined) throw new Error(`an invalid request for ${file}`);
  const parsed = await parser.parse(text);
  const [middle, used] = [performance.now(), process.cpuUsage()];
  const outcome = query(reader, request, { caller: { code: parsed } });
  const { user, system } = process.cpuUsage(used);
  const time = { parsing: middle - start, query: performance.now() - middle, cpu: (user + system) / 1000 };
  if ('error' in outcome) throw new Error(`${file}: ${outcome.error.message}`);
  const data: SimilarData = JSON.parse(JSON.stringify(outcome.ok.data));
  return { data, ...time };
}

/** In the corpora, a file without an extension is a shell program. */
function named(file: string): string {
  return /\.\w+$/.test(file) ? file : `${file}.sh`;
}

/**
 * The place of the original among the blocks of which the copied statements have a line. If the functions are similar as a
 * whole, or the statements are a function, its place among all answers.
 */
function placeOfBlock({ items }: SimilarData, injection: Injection, copy: Copy): number {
  const { original, copy: its } = linesOf(injection, copy);
  const blocks = items.filter(({ block }) => {
    const { start_line: start = 0, end_line: end = 0 } = block?.code_lines ?? {};
    return start <= its.to && its.from <= end;
  });
  const isOriginal = ({ node: { project, path, start_line: start = 0, end_line: end = 0 } }: Item) =>
    `${project}/${path}` === injection.sample.file && start <= original.to && original.from <= end;
  const place = placeIn(blocks, isOriginal);
  return place >= 0 ? place : placeIn(items, isOriginal);
}

/** The place of the original among the answers; -1 if it is not among them. */
function placeOf(items: readonly Item[], { sample }: Injection): number {
  return placeIn(items, ({ node }) => {
    // A copy of the only method of a class is a copy of the class.
    const { start_line = 0, end_line = 0 } = node;
    const isAround = start_line <= sample.print.line && sample.print.line <= end_line;
    return `${node.project}/${node.path}` === sample.file && isAround;
  });
}

/** Equally good answers share a place. */
function placeIn(items: readonly Item[], isWanted: (item: Item) => boolean): number {
  const its = items.find(isWanted);
  if (its === undefined) return -1;
  return items.findIndex(({ subject, match, similarity, block }) => {
    const isEqual = subject === its.subject && match === its.match && similarity === its.similarity;
    return isEqual && block?.nodes === its.block?.nodes;
  });
}
