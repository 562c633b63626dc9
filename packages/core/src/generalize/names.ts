import type { DraftRules } from '#languages/draft-rules.ts';
import { isLiteral, nameIn, type Parameter } from './holes.ts';
import { positionOf, type SyntaxNode, subtree } from './nodes.ts';
import type { SourceFile } from './source-file.ts';

/** Words of a name: `getURLPart_2` → `get`, `URL`, `Part`, `2`. */
export function wordsOf(name: string): string[] {
  return name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? [];
}

/** Writes words as names of a language are written. */
export function nameOf(words: readonly string[], language: string): string {
  const lower = words.map((word) => word.toLowerCase());
  if (language === 'python') return lower.join('_');
  return lower.map((word, at) => (at === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join('');
}

/** Names that are in use. */
export interface Names {
  has(name: string): boolean;
}

/** Names of a file: all its leaves, and those of variables. */
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
  const names: FileNames = { leaves: new Set(), variables: new Set() };
  for (const { text, variable } of subtree(file.root)) {
    const name = text.startsWith('$') ? text.slice(1) : text;
    names.leaves.add(name);
    if (variable !== undefined) names.variables.add(name);
  }
  known.set(file, names);
  return names;
}

/** A name that is not taken: with a number if it is. */
export function freeName(wanted: string, taken: Names, language: string): string {
  if (!taken.has(wanted)) return wanted;
  for (let number = 2; ; number++) {
    const name = language === 'python' ? `${wanted}_${number}` : `${wanted}${number}`;
    if (!taken.has(name)) return name;
  }
}

/** The words that all copies have at the start and at the end of their names. */
export function commonWords(names: readonly string[]): string[] {
  const [first = [], ...rest] = names.map((name) => wordsOf(name.split('.').at(-1) ?? name));
  let start = 0;
  while (start < first.length && rest.every((words) => words[start] === first[start])) start++;
  if (start === first.length && rest.every((words) => words.length === first.length)) return first;
  let end = 0;
  while (
    end < first.length - start &&
    rest.every((words) => words.length - end > start && words.at(-1 - end) === first.at(-1 - end))
  )
    end++;
  return [...first.slice(0, start), ...first.slice(first.length - end)];
}

/** A name for a parameter: the keyword or property that it is given to, a word of the copies, or its kind. */
export function parameterName({ kind, places, values }: Parameter, language: string, rules: DraftRules): string {
  const key = keyOf(places[0]);
  if (key !== undefined && kind !== 'function') return key;
  const names = values.map((value) => nameIn(value)?.text ?? '');
  const words = names.includes('') ? [] : commonWords(names);
  const [place] = places;
  const isCalled = place !== undefined && rules.callees.includes(positionOf(place));
  if (words.length > 0) return nameOf(words, language);
  if (isCalled) return 'operation';
  if (kind === 'function') return 'compute';
  if (kind === 'name') return 'value';
  return literalName(values, rules);
}

function literalName(values: readonly SyntaxNode[], rules: DraftRules): string {
  const [value] = values;
  if (value === undefined || !isLiteral(value, rules)) return 'value';
  const kinds = new Set(values.map((it) => it.kind));
  if (kinds.size > 1) return 'value';
  if (
    /string|Template/.test(value.kind) ||
    (value.kind === 'Literal' && value.children[0]?.text.startsWith('"') === true)
  )
    return 'text';
  if (/true|false|boolean/.test(value.kind) || /^(true|false)$/.test(value.children[0]?.text ?? '')) return 'flag';
  return 'number';
}

/** The keyword or property key of an expression. */
function keyOf(place: SyntaxNode | undefined): string | undefined {
  const { parent } = place ?? {};
  if (parent?.kind !== 'keyword_argument' && parent?.kind !== 'Property') return undefined;
  const key = parent.children.find(({ field }) => field === 'name' || field === 'key');
  const text = key?.text === '' ? (key.children[0]?.text ?? '') : (key?.text ?? '');
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(text) ? text : undefined;
}
