import { fileURLToPath } from 'node:url';
import { AnalyzerError, ERRORS, jsonText } from '@analyzer/contracts';
import { problemOf } from '@analyzer/core/query/answer/problem.ts';
import { QueryPool } from '@analyzer/core/query/pool/pool.ts';
import type { Outcome } from '@analyzer/core/query/query.ts';
import { MAX_REQUEST_BYTES, parseRequest } from '@analyzer/core/query/request/read-request.ts';
import { MAX_CODE_BYTES } from '@analyzer/core/similar/code-parser.ts';
import { readInputFile } from '@analyzer/core/tree/input-file.ts';
import { readStdin } from '../input/read-stdin.ts';
import { interruptible } from '../output/interrupt.ts';
import { writeStream } from '../output/write-stream.ts';
import type { QueryFlags } from './flags.ts';

/**
 * Runs one query. The result is JSON on stdout; an error is JSON on stderr (`analyzer.problem.v1`), with the exit code
 * of the error table.
 */
export async function queryCommand(flags: QueryFlags): Promise<void> {
  requireOneForm(flags);
  await interruptible(async (signal) => {
    const outcome = await answer(flags, signal);
    if ('error' in outcome) {
      process.stderr.write(json(outcome.error, flags));
      process.exitCode = ERRORS[outcome.error.code].exit;
      return;
    }
    await writeStream(process.stdout, [json(outcome.ok, flags)], signal);
  });
}

function requireOneForm({ request, operation, params, codeFile }: QueryFlags): void {
  const hasParts = operation !== undefined || params !== undefined || codeFile !== undefined;
  const isOne = request === undefined ? operation !== undefined : !hasParts;
  if (isOne) return;
  throw new AnalyzerError(
    'usage',
    { problem: 'a query needs either --request, or --operation with --params' },
    { hint: 'See `analyzer workspace query --help`.' },
  );
}

async function answer(flags: QueryFlags, signal: AbortSignal): Promise<Outcome> {
  const pool = new QueryPool({
    db: flags.db,
    since: flags.since,
    threadPath: fileURLToPath(new URL('query-thread.js', import.meta.url)),
    threads: 1,
    timeoutMs: flags.timeout * 1000,
    onFault: showFault,
  });
  try {
    return await pool.ask(await requestOf(flags), { signal });
  } catch (error) {
    return { error: problemOf(error, showFault) };
  } finally {
    await pool.close();
  }
}

async function requestOf({ request, operation, params, codeFile }: QueryFlags): Promise<unknown> {
  if (request !== undefined) return parseRequest(await bytesOf(request, MAX_REQUEST_BYTES));
  const given = params === undefined ? {} : parseRequest(Buffer.from(params));
  const code = codeFile === undefined ? {} : { code: await textOf(codeFile), ...nameOf(codeFile, given) };
  return {
    schema: 'analyzer.request.v1',
    operation,
    params: codeFile === undefined ? given : { ...Object(given), ...code },
  };
}

/** @throws AnalyzerError `usage` for a file that is not text */
async function textOf(codeFile: string): Promise<string> {
  const bytes = await bytesOf(codeFile, MAX_CODE_BYTES);
  if (bytes.length > MAX_CODE_BYTES) {
    const problem = `${codeFile} has more than ${MAX_CODE_BYTES} bytes`;
    throw new AnalyzerError(
      'usage',
      { problem },
      { hint: 'Give a part of it, such as one function, with --code-file -.' },
    );
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    const problem = `${codeFile} is not UTF-8 text`;
    throw new AnalyzerError('usage', { problem }, { hint: 'Give a file with source text.', cause });
  }
}

/** The file decides the language, unless the parameters do. */
function nameOf(codeFile: string, given: unknown): { file_name?: string } {
  const isNamed = typeof given === 'object' && given !== null && ('language' in given || 'file_name' in given);
  return codeFile === '-' || isNamed ? {} : { file_name: codeFile };
}

/** The bytes of a file, or the first bytes of one that is too large. */
async function bytesOf(path: string, most: number): Promise<Uint8Array> {
  const limit = most + 1;
  const bytes = path === '-' ? await readStdin(limit) : readInputFile(path, { limit, follow: true });
  if (bytes === undefined) throw new AnalyzerError('not_found', { what: 'file', name: path });
  return bytes;
}

function json(value: object, { pretty }: QueryFlags): string {
  return `${jsonText(value, pretty ? 2 : 0)}\n`;
}

/** Prints the stack of an unexpected error for its developers. */
function showFault(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
}
