import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { loadAdapters } from '../adapters.ts';
import { corpusFiles, type Language } from '../corpus/files.ts';
import { CORPUS } from '../folders.ts';

/** A small real file and the name of its first declaration, which each copy replaces. */
interface Snippet {
  source: string;
  name: string;
  suffix: string;
}

const MIN_BYTES = 100;
const FILES_PER_FOLDER = 100;

const FIRST_DECLARATION: Readonly<Record<Language, RegExp>> = {
  python: /^(?:async +def|def|class) +(\w+)/mu,
  javascript: /\b(?:function|class|const|let|var) +(\w+)/u,
  typescript: /\b(?:function|class|const|let|var|interface|type|enum) +(\w+)/u,
  php: /^(?:abstract |final )?(?:function|class|interface|trait) +(\w+)/mu,
  bash: /^(?:function +)?(\w+) *\(\)/mu,
};

function copyOf({ source, name }: Snippet, number: number): string {
  return source.replaceAll(new RegExp(`\\b${name}\\b`, 'gu'), `${name}_${number}`);
}

/** Small files of the corpus that declare something and whose copies parse without errors. */
async function snippets(largest: number): Promise<Snippet[]> {
  const adapters = await loadAdapters();
  const kept: Snippet[] = [];
  for (const { path, language, dialect, size } of corpusFiles()) {
    if (size < MIN_BYTES || size > largest) continue;
    const source = readFileSync(join(CORPUS, path), 'utf8');
    const name = FIRST_DECLARATION[language].exec(source)?.[1];
    if (name === undefined) continue;
    const snippet = { source, name, suffix: extname(path) || '.sh' };
    const mode = dialect === undefined ? { language } : { language, dialect };
    const parsed = adapters[language].parse(copyOf(snippet, 0), mode, Number.POSITIVE_INFINITY);
    if (parsed.outcome === 'tree' && parsed.errors.length === 0) kept.push(snippet);
  }
  return kept;
}

/**
 * Writes `count` small files of real code below `folder`, a hundred per folder, each with a unique name for
 * its first declaration.
 *
 * @param largest bytes of a file, before its declaration is renamed
 * @returns their bytes
 */
export async function writeTree(folder: string, count: number, largest: number): Promise<number> {
  const sources = await snippets(largest);
  let bytes = 0;
  for (let index = 0; index < count; index++) {
    const snippet = sources[index % sources.length];
    if (snippet === undefined) throw new Error('the corpus holds no small file');
    const part = join(folder, `part${Math.floor(index / FILES_PER_FOLDER)}`);
    if (index % FILES_PER_FOLDER === 0) mkdirSync(part, { recursive: true });
    const text = copyOf(snippet, index);
    writeFileSync(join(part, `file${index}${snippet.suffix}`), text);
    bytes += Buffer.byteLength(text);
  }
  return bytes;
}
