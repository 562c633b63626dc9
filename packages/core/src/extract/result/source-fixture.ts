import { fileURLToPath } from 'node:url';
import { languages } from '#parse/portable/languages.ts';
import { PortableParser } from '#parse/portable/parse.ts';
import { SourceParser } from './source-parser.ts';

const grammars = fileURLToPath(new URL('../../../../../languages/grammars', import.meta.url));
const portable = await PortableParser.load([...languages.keys()], grammars);

/** Parses the files of a test in this process. */
export const sources = new SourceParser(async (job) => portable.parse(job, { tokens: false, deadline: Infinity }));
