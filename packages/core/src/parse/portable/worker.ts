/** A process that parses files for the portable engine; `grammars/` stands beside its bundle. */
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import type { ParseJob, ParseOutcome } from '../engine.ts';
import { PortableParser } from './parse.ts';
import { serve } from './pool-serve.ts';
import { decodeWorkerOptions } from './pool-worker-options.ts';

const WASM_PAGE_BYTES = 64 * 1024;
/**
 * How much of a WebAssembly function runs before V8 optimises it; 100 times its default. The lexer of Bash's grammar
 * alone takes 0.6 CPU seconds to optimise, which V8 begins in the first file. From some 1 MB on it makes no difference.
 */
const TIERING_BUDGET = 180_000_000;

const { tokens, softMs, softResidentBytes, maxWasmBytes } = decodeWorkerOptions(process.argv[2]);
// Not on the command line: a Node that does not know a flag would not start.
setFlagsFromString(`--wasm-tiering-budget=${TIERING_BUDGET}`);
setFlagsFromString(`--wasm-max-mem-pages=${Math.floor(maxWasmBytes / WASM_PAGE_BYTES)}`);
const grammars = fileURLToPath(new URL('grammars', import.meta.url));
const parsers = new Map<string, PortableParser>();

/** Parsers are loaded when the first file of their language comes: many trees hold one language. */
async function parserOf(language: string): Promise<PortableParser> {
  let parser = parsers.get(language);
  if (parser === undefined) {
    parser = await PortableParser.load([language], grammars);
    parsers.set(language, parser);
  }
  return parser;
}

async function parse(job: ParseJob): Promise<ParseOutcome> {
  const parser = await parserOf(job.mode.language);
  return parser.parse(job, { tokens, deadline: performance.now() + softMs });
}

await serve(parse, softResidentBytes);
