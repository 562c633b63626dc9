/** A process that parses files for the portable engine; `grammars/` is next to its bundle. */
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { isMainThread } from 'node:worker_threads';
import { collectIfLarge } from '../collect-garbage.ts';
import type { ParseJob, ParseOutcome } from '../engine.ts';
import { answerInDeepThread, parseInDeepThread } from './deep-thread.ts';
import { hereLanguages } from './extract/here-programs.ts';
import { MAIN_NESTING, MAX_NESTING, TOO_DEEP } from './nesting.ts';
import { PortableParser } from './parse.ts';
import { processorTime } from './processor-time.ts';
import { serve } from './serve.ts';
import { decodeWorkerOptions } from './worker-options.ts';

const WASM_PAGE_BYTES = 64 * 1024;
/**
 * Execution budget of a WebAssembly function before V8 optimizes it; 100 times the default. Optimizing the lexer of a
 * grammar takes V8 up to half a CPU second, which it would start in the first file. For more than about 1 MB of source
 * the value has no effect.
 */
const TIERING_BUDGET = 180_000_000;

/**
 * Limits of V8's function inlining, a third of the defaults. A worker runs the same few large functions for every
 * language, which are optimized again for each language's trees: this saves 0.6 of 24 CPU seconds on the bench corpus.
 */
const INLINING = ['--max-inlined-bytecode-size=150', '--max-inlined-bytecode-size-cumulative=300'];

const { tokens, former, softMs, softResidentBytes, maxWasmBytes } = decodeWorkerOptions(process.argv[2]);
if (isMainThread) {
  // Not on the command line: Node does not start with an unknown flag.
  setFlagsFromString(`--wasm-tiering-budget=${TIERING_BUDGET}`);
  for (const flag of INLINING) setFlagsFromString(flag);
  setFlagsFromString(`--wasm-max-mem-pages=${Math.floor(maxWasmBytes / WASM_PAGE_BYTES)}`);
}
const grammars = fileURLToPath(new URL('grammars', import.meta.url));
const parsers = new Map<string, PortableParser>();

/** Parsers are loaded with the first file of their language: many projects have one language. */
async function parserOf(language: string): Promise<PortableParser> {
  let parser = parsers.get(language);
  if (parser === undefined) {
    parser = await PortableParser.load([language], grammars, former);
    parsers.set(language, parser);
  }
  return parser;
}

async function parse(job: ParseJob, nesting: number): Promise<ParseOutcome> {
  const parser = await parserOf(job.mode.language);
  const embedded = new Map<string, PortableParser>();
  if (job.mode.language === 'bash') {
    for (const language of hereLanguages(job.bytes)) embedded.set(language, await parserOf(language));
  }
  return parser.parse(job, { tokens, deadline: processorTime() + softMs, nesting, embedded });
}

async function parseOnAnyStack(job: ParseJob): Promise<ParseOutcome> {
  const outcome = await parse(job, MAIN_NESTING);
  collectIfLarge(job.bytes);
  const embedded = 'facts' in outcome ? (outcome.facts.embedded ?? []) : [];
  const isDeep = [outcome, ...embedded].some((it) => 'reason' in it && it.reason === TOO_DEEP);
  return isDeep ? parseInDeepThread(job) : outcome;
}

if (isMainThread) await serve(parseOnAnyStack, softResidentBytes);
else await answerInDeepThread((job) => parse(job, MAX_NESTING));
