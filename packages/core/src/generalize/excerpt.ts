import { applyEdits, type Edit } from './edits.ts';
import { child, type SyntaxNode, type Variable } from './nodes.ts';
import { lineEnd, lineStart, type SourceFile } from './source-file.ts';

/** A patched file without the statements that the patch does not touch. */
export interface Excerpt {
  source: string;
  /** Statements of the file before that are not in it. */
  omitted: SyntaxNode[];
}

/**
 * The statements of a file that edits touch, with the edits, so that not all of a long file is parsed again. Only
 * statements that have their lines for themselves are omitted.
 *
 * @returns undefined if nothing can be omitted
 */
export function excerptOf(file: SourceFile, edits: readonly Edit[]): Excerpt | undefined {
  if (file.language === 'php') return undefined;
  const { source } = file;
  const omitted: SyntaxNode[] = [];
  const cuts: Edit[] = [];
  const open = [...listOf(file.root)].reverse();
  for (let statement = open.pop(); statement !== undefined; statement = open.pop()) {
    const from = lineStart(source, statement.start);
    const to = lineEnd(source, statement.end);
    const isTouched = edits.some((edit) => edit.from <= to && edit.to >= from);
    const isAlone =
      source.slice(from, statement.start).trim() === '' &&
      /^[ \t]*;?[ \t]*(#.*|\/\/.*)?$/.test(source.slice(statement.end, to)) &&
      from >= (cuts.at(-1)?.to ?? 0);
    if (isTouched) open.push(...membersOf(statement).reverse());
    if (isTouched || !isAlone) continue;
    omitted.push(statement);
    cuts.push({ from, to, text: '' });
  }
  return omitted.length === 0 ? undefined : { source: applyEdits(source, [...cuts, ...edits]), omitted };
}

/** The statements or members in a node. */
function listOf({ children }: SyntaxNode): readonly SyntaxNode[] {
  return children.find(({ kind, field }) => kind === '[]' && field === 'body')?.children ?? children;
}

/** The members of a class, also of one with decorators or that is exported; functions do not see their names. */
function membersOf(statement: SyntaxNode): SyntaxNode[] {
  const its = child(statement, 'definition') ?? child(statement, 'declaration') ?? statement;
  const body = /^(class_definition|ClassDeclaration)$/.test(its.kind) ? child(its, 'body') : undefined;
  return body === undefined ? [] : listOf(body).filter(({ kind }) => !kind.startsWith("'"));
}

/** Gives the names of a parsed excerpt the meaning that they have in the complete file. */
export function completeNames(excerpt: SourceFile, file: SourceFile, { omitted }: Excerpt): SourceFile {
  const all = fileVariables(file);
  const left = new Set(omitted);
  const isOmitted = (node: SyntaxNode): boolean => {
    for (let at: SyntaxNode | undefined = node; at !== undefined; at = at.parent) if (left.has(at)) return true;
    return false;
  };
  for (const variable of excerpt.tree.variables()) {
    const before = typeof variable.scope === 'object' ? undefined : all.get(variable.name);
    if (before === undefined) continue;
    variable.scope = 'file';
    variable.uses.push(...before.uses.filter((use) => use.writes && isOmitted(use)));
  }
  return {
    ...excerpt,
    meanings: new Map([...file.meanings, ...excerpt.meanings]),
    hasWildcard: file.hasWildcard,
  };
}

const known = new WeakMap<SourceFile, ReadonlyMap<string, Variable>>();

/** The variables of a file itself by name. */
function fileVariables(file: SourceFile): ReadonlyMap<string, Variable> {
  let found = known.get(file);
  if (found === undefined) {
    found = new Map(file.tree.variables().flatMap((it) => (it.scope === 'file' ? [[it.name, it] as const] : [])));
    known.set(file, found);
  }
  return found;
}
