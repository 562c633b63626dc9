import { type SyntaxNode, subtree } from './nodes.ts';
import type { SourceFile } from './source-file.ts';

/** Names that are in use. */
export interface Names {
  has(name: string): boolean;
}

/** Names of a file: all its leaves, and those of its own variables. */
interface FileNames {
  leaves: Set<string>;
  variables: Set<string>;
}

const known = new WeakMap<SourceFile, FileNames>();

/** @param kind which names of the files */
export function namesIn(files: readonly SourceFile[], kind: keyof FileNames): Names {
  const all = files.map((file) => namesOf(file)[kind]);
  return { has: (name) => all.some((its) => its.has(name)) };
}

function namesOf(file: SourceFile): FileNames {
  const found = known.get(file);
  if (found !== undefined) return found;
  const { texts } = file.tree.data;
  const variables = file.tree.variables().filter(({ scope }) => scope === 'file');
  const names: FileNames = {
    leaves: new Set(texts.map(withoutSign)),
    variables: new Set(variables.map(({ name }) => withoutSign(name))),
  };
  known.set(file, names);
  return names;
}

/** Names of the variables in a part of a tree. @param skipped nodes that are replaced */
export function variableNames(node: SyntaxNode, skipped: ReadonlySet<SyntaxNode>): Set<string> {
  const names = new Set<string>();
  if (skipped.has(node)) return names;
  for (const { text, variable } of subtree(node, (it) => skipped.has(it)))
    if (variable !== undefined) names.add(withoutSign(text));
  return names;
}

function withoutSign(text: string): string {
  return text.startsWith('$') ? text.slice(1) : text;
}

/**
 * The first name that is not taken: with a number if all are.
 *
 * @param wanted not empty, the best first
 */
export function freeName(wanted: readonly string[], taken: Names, language: string): string {
  const free = wanted.find((name) => !taken.has(name));
  if (free !== undefined) return free;
  const [best = 'value'] = wanted;
  for (let number = 2; ; number++) {
    const name = language === 'python' ? `${best}_${number}` : `${best}${number}`;
    if (!taken.has(name)) return name;
  }
}
