import { AnalyzerError } from '@analyzer/contracts';
import { readStdin } from '../input/read-stdin.ts';
import { readText } from '../input/read-text.ts';

/** A source as the user wrote it. */
export interface ListedSource {
  text: string;
  /** Name of its project, if the list sets one. */
  label?: string;
}

const STDIN = '-';
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Reads a list of sources.
 *
 * @param path of the list, `-` for standard input
 * @throws AnalyzerError `not_found`, `unreadable`, `invalid_file`
 */
export async function readSources(path: string): Promise<ListedSource[]> {
  const text = path === STDIN ? (await readStdin(MAX_BYTES)).toString() : readText(path, MAX_BYTES);
  const sources = sourcesOf(text, path);
  if (sources.length > 0) return sources;
  throw new AnalyzerError('invalid_file', { path, problem: 'it has no source' }, { hint: HINT });
}

const HINT = 'Write one source on each line, or a source, a tab and the name of its project.';

/**
 * The sources of a list: one on each line, with the name of its project after a tab. Lines that start with `#` are
 * comments.
 *
 * @param path for messages
 * @throws AnalyzerError `invalid_file`
 */
export function sourcesOf(list: string, path: string): ListedSource[] {
  return list.split(/\r?\n/).flatMap((line, index) => {
    if (line.trim() === '' || line.startsWith('#')) return [];
    const [text = '', label, ...rest] = line.split('\t').map((column) => column.trim());
    if (text === '' || label === '' || rest.length > 0) {
      const problem = `line ${index + 1} is not a source, or a source, a tab and a name`;
      throw new AnalyzerError('invalid_file', { path, problem }, { hint: HINT });
    }
    return [{ text, ...(label !== undefined && { label }) }];
  });
}
