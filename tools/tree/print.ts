import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { ParseMode } from '../../packages/core/src/parse/engine.ts';
import { loadAdapter } from '../../packages/core/src/parse/portable/adapters/load.ts';
import { factsVector } from '../../packages/core/src/parse/portable/facts-vector.ts';
import type { FlatTree } from '../../packages/core/src/parse/portable/flat-tree.ts';
import { type LanguageData, languages } from '../../packages/core/src/parse/portable/languages.ts';

const MAX_TEXT_LENGTH = 60;

interface LanguageFile {
  id: string;
  parser: string;
  files: { extensions?: Record<string, { dialect?: string }> };
  grammar?: LanguageData['grammar'];
  syntax?: LanguageData['syntax'];
}

/**
 * The flat tree of a source file, one node per line. The language needs only its data file with `files` and `grammar`.
 *
 * @param root of the repository
 * @throws if no data file has the extension, or the parser does not load
 */
export async function treeText(root: string, file: string): Promise<string> {
  const { mode, data } = languageOf(root, file);
  // Facts, stream and copies are not used by an adapter.
  const adapter = await loadAdapter(data, join(root, 'languages/grammars'));
  const parsed = adapter.parse(readFileSync(file, 'utf8'), mode, Number.POSITIVE_INFINITY);
  if (parsed.outcome !== 'tree') throw new Error(`${file} has no tree: ${JSON.stringify(parsed)}`);
  const errors = parsed.errors.map(({ start, end }) => `error at characters ${start}-${end}\n`);
  return linesOf(parsed.tree).join('') + errors.join('');
}

/** A vector for `fixtures/facts`, with the facts of the portable engine. The language must be in `languages.ts`. */
export async function vectorText(root: string, file: string): Promise<string> {
  const { mode } = languageOf(root, file);
  const data = languages.get(mode.language);
  if (data === undefined) {
    throw new Error(`packages/core/src/parse/portable/languages.ts does not list ${mode.language}: add its data file`);
  }
  const adapter = await loadAdapter(data, join(root, 'languages/grammars'));
  const vector = factsVector(readFileSync(file, 'utf8'), mode, adapter, data);
  return `${JSON.stringify({ about: '', mode, ...vector }, undefined, 2)}\n`;
}

function languageOf(root: string, file: string): { mode: ParseMode; data: LanguageFile } {
  const folder = join(root, 'languages');
  const name = basename(file);
  for (const document of readdirSync(folder).filter((entry) => entry.endsWith('.json'))) {
    const data: Partial<LanguageFile> = JSON.parse(readFileSync(join(folder, document), 'utf8'));
    const { id, parser, files } = data;
    if (id === undefined || parser === undefined || files === undefined) continue;
    const endings = Object.entries(files.extensions ?? {}).filter(([ending]) => name.endsWith(ending));
    const [found] = endings.sort(([left], [right]) => right.length - left.length);
    if (found === undefined) continue;
    const { dialect } = found[1];
    return { mode: { language: id, ...(dialect && { dialect }) }, data: { ...data, id, parser, files } };
  }
  throw new Error(`no data file in languages/ has the extension of ${name}: add it to "files.extensions" of one`);
}

function linesOf(tree: FlatTree): string[] {
  const depths: number[] = [];
  const lines: string[] = [];
  for (let node = 0; node < tree.count; node++) {
    const depth = (depths[tree.parent[node] ?? -1] ?? -1) + 1;
    depths.push(depth);
    const field = tree.names.name(tree.field[node] ?? 0);
    const kind = tree.names.name(tree.kind[node] ?? 0);
    lines.push(`${'  '.repeat(depth)}${field && `${field}: `}${kind}${leafText(tree, node, kind)}\n`);
  }
  return lines;
}

/** The text of a leaf; a token is its own text. */
function leafText(tree: FlatTree, node: number, kind: string): string {
  if (tree.size[node] !== 1 || kind.startsWith("'")) return '';
  const text = tree.text(node);
  return text === ''
    ? ''
    : ` ${JSON.stringify(text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}…` : text)}`;
}
