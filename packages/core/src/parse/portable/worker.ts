/** A process that parses files for the portable engine; `grammars/` stands beside its bundle. */
import { fileURLToPath } from 'node:url';
import type { ParseJob, ParseOutcome } from '../engine.ts';
import { PortableParser } from './parse.ts';
import { serve } from './pool-serve.ts';
import { decodeWorkerOptions } from './pool-worker-options.ts';

const { tokens, softMs, softResidentBytes } = decodeWorkerOptions(process.argv[2]);
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
