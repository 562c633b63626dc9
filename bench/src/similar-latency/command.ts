// Guards: the time of the operation similar for functions that the index does not have. Takes: not measured.
import { loadavg } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { SimilarData } from '@analyzer/contracts/query/similar.data';
import type { IndexReader } from '@analyzer/core/index/port.ts';
import { isOnServer, openIndex } from '@analyzer/core/index/reader.ts';
import { createPortableEngine } from '@analyzer/core/parse/portable/engine.ts';
import type { ParsedCode } from '@analyzer/core/query/code.ts';
import { createQuery } from '@analyzer/core/query/query.ts';
import { requestedCode } from '@analyzer/core/query/request/requested-code.ts';
import { CODE_LIMITS, CodeParser } from '@analyzer/core/similar/code-parser.ts';
import { similar } from '@analyzer/core/similar/similar.ts';
import { LANGUAGES, type Language } from '../corpus/files.ts';
import { BRIDGE, WORKER } from '../folders.ts';
import { sampleFunctions } from '../functions/sample.ts';
import { requireLargeIndex } from '../queries/large-index.ts';
import { table } from '../table.ts';

const SEED = 20_261_129;
/** Lines of the functions. */
const [MIN_LINES, MAX_LINES] = [35, 45];
const WARM_UP = 40;
const SHARES = [0.5, 0.95, 0.99];
/** Milliseconds of p95. */
const [MAX_SQLITE, MAX_POSTGRES] = [60, 120];

interface Question {
  request: object;
  code: ParsedCode;
  parsing: number;
}

/** Milliseconds. */
interface Time {
  parsing: number;
  clock: number;
  cpu: number;
  isEqual: boolean;
}

const query = createQuery([similar]);

/**
 * Asks an index, by default that of the large corpus, for functions of projects that it does not have. Each is asked
 * once, so that only other questions have put its lists into memory.
 */
export async function similarLatencyCommand(): Promise<void> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: {
      db: { type: 'string' },
      path: { type: 'string' },
      each: { type: 'string', default: '150' },
      rounds: { type: 'string', default: '1' },
      seed: { type: 'string', default: String(SEED) },
      answers: { type: 'boolean', default: false },
    },
  });
  const { path } = values;
  if (path === undefined) throw new Error('--path must be a folder of projects that the index does not have');
  const db = values.db ?? (await requireLargeIndex());
  const questions = await questionsFrom(resolve(path), Number(values.each), Number(values.seed));
  for (let round = 0; round < Number(values.rounds); round++) {
    // A connection of its own: nothing is in memory.
    const reader = await openIndex(db, { bridge: BRIDGE });
    try {
      for (const question of questions.slice(0, WARM_UP)) ask(reader, question);
      const times = questions.slice(WARM_UP).map((question) => ask(reader, question, values.answers));
      report(times, isOnServer(db) ? MAX_POSTGRES : MAX_SQLITE);
    } finally {
      reader.close();
    }
  }
}

async function questionsFrom(folder: string, each: number, seed: number): Promise<Question[]> {
  const parser = new CodeParser(() => createPortableEngine({ jobs: 1, workerPath: WORKER, limits: CODE_LIMITS }));
  const byLanguage: Question[][] = [];
  try {
    for (const language of LANGUAGES) {
      const its: Question[] = [];
      byLanguage.push(its);
      for await (const { source, from, to } of sampleFunctions(language, seed, { folder })) {
        const code = source.slice(from, to);
        const lines = code.split('\n').length;
        if (lines < MIN_LINES || lines > MAX_LINES) continue;
        its.push(await questionOf(parser, { code, language }));
        if (its.length === each) break;
      }
    }
  } finally {
    await parser.close();
  }
  // In turns, so that each part of the questions has all languages.
  return Array.from({ length: each }, (_, at) => byLanguage.flatMap((its) => its[at] ?? [])).flat();
}

async function questionOf(parser: CodeParser, params: { code: string; language: Language }): Promise<Question> {
  const request = { schema: 'analyzer.request.v1', operation: 'similar', params };
  const text = requestedCode(request, [similar]);
  if (text === undefined) throw new Error(`an invalid request for ${params.language}`);
  const start = performance.now();
  const code = await parser.parse(text);
  return { request, code, parsing: performance.now() - start };
}

function ask(reader: IndexReader, { request, code, parsing }: Question, isShown = false): Time {
  const [start, used] = [performance.now(), process.cpuUsage()];
  const outcome = query(reader, request, { caller: { code } });
  const { user, system } = process.cpuUsage(used);
  const clock = performance.now() - start;
  if ('error' in outcome) throw new Error(outcome.error.message);
  const data: SimilarData = JSON.parse(JSON.stringify(outcome.ok.data));
  if (isShown) process.stdout.write(`${JSON.stringify(data)}\n`);
  const isEqual = data.items.some(({ match }) => match === 'identical' || match === 'renamed');
  return { parsing, clock, cpu: (user + system) / 1000, isEqual };
}

function report(times: readonly Time[], limit: number): void {
  const rows = [
    ['all', times],
    ['without an equal function', times.filter(({ isEqual }) => !isEqual)],
  ] as const;
  const parts = ['cpu', 'clock', 'parsing'] as const;
  const head = parts.flatMap((part) => SHARES.map((share) => `${part} p${100 * share}`));
  const quantiles = (its: readonly Time[]) =>
    parts.flatMap((part) => {
      const sorted = its.map((time) => time[part]).sort((a, b) => a - b);
      return SHARES.map((share) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1));
    });
  process.stdout.write(
    table([['ms', 'functions', ...head], ...rows.map(([name, its]) => [name, String(its.length), ...quantiles(its)])]),
  );
  process.stdout.write(`load ${loadavg()[0]?.toFixed(1)}, limit of p95 ${limit} ms\n`);
}
