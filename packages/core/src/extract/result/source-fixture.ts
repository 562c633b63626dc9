import { fileURLToPath } from 'node:url';
import { PortableParser } from '#parse/portable/parse.ts';
import { SourceParser } from './source-parser.ts';

const grammars = fileURLToPath(new URL('../../../../../languages/grammars', import.meta.url));
const portable = await PortableParser.load(['javascript', 'typescript', 'python', 'bash', 'php'], grammars);

/** Parses the files of a test in this process. */
export const sources = new SourceParser(async (job) => portable.parse(job, { tokens: false, deadline: Infinity }));
