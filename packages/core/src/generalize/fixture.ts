import { fileURLToPath } from 'node:url';
import type { DeclarationFacts } from '#parse/facts.ts';
import { PortableParser } from '#parse/portable/parse.ts';
import { processorTime } from '#parse/portable/processor-time.ts';
import { checkedDraft } from './checked-draft.ts';
import type { CopyRange } from './copy.ts';
import { type Generalized, patchedSources } from './draft.ts';
import type { Project } from './imports.ts';
import type { Obstacle } from './obstacle.ts';
import { type SourceFile, sourceFile } from './source-file.ts';

const grammars = fileURLToPath(new URL('../../../../languages/grammars', import.meta.url));
const LANGUAGES: Readonly<Record<string, string>> = { py: 'python', js: 'javascript', ts: 'typescript', php: 'php' };
const parser = await PortableParser.load(Object.values(LANGUAGES), grammars);
const MAX_MS = 60_000;

const PROJECT: Project = {
  isPackage: () => true,
  hasManifest: () => false,
  moduleEnding: () => undefined,
  reaches: () => false,
  declares: () => false,
};

/** A file with a syntax tree; its extension is its language. */
export function parsed(path: string, source: string): SourceFile | Obstacle {
  const language = LANGUAGES[path.split('.').at(-1) ?? ''] ?? '';
  const job = { path, mode: { language }, bytes: Buffer.from(source), tree: true as const };
  const outcome = parser.parse(job, { tokens: false, deadline: processorTime() + MAX_MS });
  if (outcome.status !== 'analyzed') return { id: 'not_parsed', path };
  return sourceFile({ path, language }, source, outcome.facts, new Map()) ?? { id: 'not_parsed', path };
}

function declarationsOf({ path, language, source }: SourceFile): DeclarationFacts[] {
  const job = { path, mode: { language }, bytes: Buffer.from(source) };
  const outcome = parser.parse(job, { tokens: false, deadline: processorTime() + MAX_MS });
  return outcome.status === 'analyzed' ? outcome.facts.declarations : [];
}

/** The result of a draft, as texts. */
export interface Drafted {
  result: Generalized;
  /** Id of the obstacle, and its code or problem. */
  obstacle: string | undefined;
  text: string | undefined;
  left: string[];
  /** Sources after the patch, by path. */
  after: Record<string, string>;
}

/**
 * Drafts one function for declared functions of some files, in their order.
 *
 * @param names qualified names, in the order of the group; default are all functions and methods that are not inside of another one
 */
export async function drafted(
  files: Record<string, string>,
  names?: readonly string[],
  project: Partial<Project> = {},
): Promise<Drafted> {
  const copies = Object.entries(files).flatMap(([path, source]) => {
    const file = parsed(path, source);
    if (!('root' in file)) throw new Error(`${path} cannot be parsed`);
    const declarations = declarationsOf(file);
    return declarations.flatMap(({ kind, qualified_name: name, start_byte, end_byte, within }) => {
      const isFunction = kind === 'function' || kind === 'method';
      const outer = declarations[within]?.kind;
      const isOuter = outer === undefined || (outer !== 'function' && outer !== 'method');
      const isWanted = isFunction && (names === undefined ? isOuter : names.includes(name));
      return isWanted ? [{ file, range: { id: `${path}#${name}`, name, start_byte, end_byte } }] : [];
    });
  });
  if (names !== undefined) copies.sort((a, b) => names.indexOf(a.range.name) - names.indexOf(b.range.name));
  return draftedCopies(copies, project);
}

/**
 * Drafts one function for runs of statements.
 *
 * @param lines of the runs by path, first and last, 1-based
 */
export function draftedBlocks(
  files: Record<string, string>,
  lines: Record<string, readonly [number, number][]>,
  project: Partial<Project> = {},
): Promise<Drafted> {
  const copies = Object.entries(files).flatMap(([path, source]) => {
    const file = parsed(path, source);
    if (!('root' in file)) throw new Error(`${path} cannot be parsed`);
    const declarations = declarationsOf(file);
    const bytesBefore = (line: number) => Buffer.byteLength(source.split('\n').slice(0, line).join('\n'));
    return (lines[path] ?? []).map(([first, last]) => {
      const start_byte = first === 1 ? 0 : bytesBefore(first - 1) + 1;
      const end_byte = bytesBefore(last);
      const around = declarations.findLast((it) => it.start_byte <= start_byte && it.end_byte >= end_byte);
      const name = around?.qualified_name ?? '';
      return { file, range: { id: `${path}:${first}`, name, start_byte, end_byte, isBlock: true as const } };
    });
  });
  return draftedCopies(copies, project);
}

async function draftedCopies(
  copies: readonly { file: SourceFile; range: CopyRange }[],
  project: Partial<Project>,
): Promise<Drafted> {
  const parse = (file: { path: string }, source: string) => Promise.resolve(parsed(file.path, source));
  const result = await checkedDraft(copies, { ...PROJECT, ...project }, parse);
  const after: Record<string, string> = {};
  if (result.written !== undefined) {
    for (const [file, source] of patchedSources(result.written)) after[file.path] = source;
  }
  const { obstacle } = result;
  return {
    result,
    obstacle: obstacle?.id,
    text: obstacle?.text,
    left: result.left.map(({ id, obstacle: its }) => `${id}: ${its.id}`),
    after,
  };
}
