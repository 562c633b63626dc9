import type { Element } from './elements.ts';
import { type DeclarationVector, parseSources, type StreamVector, streamVector } from './vectors.ts';

const ABOUT =
  'Canonical streams and their hashes, generated from sources/ by `npm run streams`; docs/specifications/fingerprints.md describes them.';

/** The text of `fixtures/vectors/stream/streams.json`. @param root of the repository */
export async function streamsDocument(root: string): Promise<string> {
  const files = (await parseSources(root)).map(streamVector).map(fileText);
  return `{\n"about": ${JSON.stringify(ABOUT)},\n"files": [\n${files.join(',\n')}\n]\n}\n`;
}

function fileText({ source, mode, domain, tree, declarations }: StreamVector): string {
  const head = `"source": ${json(source)}, "mode": ${json(mode)}, "domain": ${json(domain)}`;
  const list = declarations.map(declarationText).join(',\n');
  return `{ ${head},\n"tree": ${treeText(tree)},\n"declarations": [\n${list}\n] }`;
}

function declarationText(vector: DeclarationVector): string {
  const head = `{ "name": ${json(vector.name)}, "nodes": ${vector.nodes},`;
  if ('tree' in vector) return `${head}\n"tree": ${treeText(vector.tree)} }`;
  const { body, shape, stream, tokens } = vector;
  const columns = Object.entries(tokens).map(([name, column]) => `  ${json(name)}: ${json(column)}`);
  return `${head}\n"body": ${json(body)},\n"shape": ${json(shape)},\n"stream": ${streamText(stream)},\n"tokens": {\n${columns.join(',\n')} } }`;
}

function treeText({ hash, stream }: { hash: string; stream: readonly Element[] }): string {
  return `{ "hash": ${json(hash)}, "stream": ${streamText(stream)} }`;
}

/** One element per line, indented by depth; closing brackets share a line. */
function streamText(stream: readonly Element[]): string {
  let depth = 0;
  let text = '';
  for (const [place, element] of stream.entries()) {
    const isClosing = element === ')';
    if (isClosing) depth--;
    text += isClosing && stream[place - 1] === ')' ? ' ' : `\n${' '.repeat(depth + 1)}`;
    if (typeof element === 'string' && element.startsWith('(')) depth++;
    text += json(element) + (place < stream.length - 1 ? ',' : '');
  }
  return `[${text} ]`;
}

function json(value: unknown): string {
  return JSON.stringify(value);
}
