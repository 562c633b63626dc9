import type { FileFacts } from '#parse/facts.ts';
import { type FileTree, readTree, type SyntaxNode } from './nodes.ts';
import { Offsets } from './offsets.ts';

/** A parsed file of copies. */
export interface SourceFile {
  path: string;
  language: string;
  dialect?: string;
  /** Decoded, without BOM. */
  source: string;
  offsets: Offsets;
  /** Without the tree. */
  facts: FileFacts;
  tree: FileTree;
  root: SyntaxNode;
  /** `\n` or `\r\n`: that of the first line. */
  newline: string;
  /** What imported names of the file mean: `path#name`. */
  meanings: ReadonlyMap<string, string>;
  /** An import binds names that are not known. */
  hasWildcard: boolean;
}

/** A file that is parsed. @param targets path of each import of the facts that leads to a file of the project */
export function sourceFile(
  { path, language, dialect }: { path: string; language: string; dialect?: string },
  source: string,
  facts: FileFacts,
  targets: ReadonlyMap<number, string>,
): SourceFile | undefined {
  const { tree: data, ...rest } = facts;
  const tree = data && readTree(data);
  if (tree === undefined) return undefined;
  const newline = /^[^\n]*\r\n/.test(source) ? '\r\n' : '\n';
  const meanings = new Map<string, string>();
  for (const [index, { names, target, scope }] of facts.imports.entries()) {
    if (scope !== undefined) continue;
    const from = targets.get(index) ?? target;
    for (const { name, alias } of names) meanings.set(alias ?? name, `${from}#${name}`);
    // `import a.b` binds `a`.
    if (names.length === 0) meanings.set(target.split('.')[0] ?? target, target);
  }
  const hasWildcard = facts.imports.some(({ names }) =>
    names.some(({ name, alias }) => name === '*' && alias === undefined),
  );
  return {
    path,
    language,
    ...(dialect !== undefined && { dialect }),
    source,
    offsets: new Offsets(source),
    facts: rest,
    tree,
    root: tree.root,
    newline,
    meanings,
    hasWildcard,
  };
}

/** The start of the line of an offset. */
export function lineStart(source: string, offset: number): number {
  return source.lastIndexOf('\n', offset - 1) + 1;
}

/** The end of the line of an offset, before its line feed. */
export function lineEnd(source: string, offset: number): number {
  const end = source.indexOf('\n', offset);
  if (end < 0) return source.length;
  return source[end - 1] === '\r' && end > offset ? end - 1 : end;
}

export function indentAt(source: string, offset: number): string {
  return /^[ \t]*/.exec(source.slice(lineStart(source, offset), lineEnd(source, offset)))?.[0] ?? '';
}
