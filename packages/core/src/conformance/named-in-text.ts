import { posix } from 'node:path';
import { effectsOf } from './effects.ts';
import type { SourceText } from './source-text.ts';

/** A name that facts list, of a file of these imports. */
interface Named {
  name: string;
  kind: string;
  within: number;
}
interface NamingFile<T extends Named> {
  language: string;
  named: readonly T[] | undefined;
  imports: readonly { names: readonly { name: string; alias?: string }[]; path: string | undefined }[];
}

/** A line that only imports, or only is a comment. */
const IMPORT_LINE = /^[^\S\n]*(?:from\s+[\w.]+\s+)?import\b.*$/gm;
const COMMENT_LINE = /^[^\S\n]*(?:\/\/(?!.*\$\{).*|\/?\*{1,2}(?:[^\S\n][^(/$\n]*)?(?:\*\/)?[^\S\n]*)$/gm;

/** Of globals of which facts list only the calls: calls, checks of a class, and constants. */
const CALLED: Readonly<Record<string, RegExp>> = {
  Date: /\bnew\s+Date\s*\(|\bDate\s*\(|\bDate\s*\.\s*\w+\s*\(|\binstanceof\s+Date\b|\bas\s+Date\b|<Date>/g,
  Math: /\bMath\s*\.\s*(?:\w+\s*\(|[A-Z]\w*\b)/g,
};

/**
 * The names that facts list without those that the text shows to be used only to name a member: a module of which code calls only functions, and
 * an object with all globals of which it only names members, which are listed too.
 */
export function namedValuesOf<T extends Named>(file: NamingFile<T>, source: SourceText): T[] {
  const table = effectsOf(file.language);
  const texts = new Map<number, string>();
  const textOf = (index: number) => {
    const text = texts.get(index) ?? source.of(index).replace(table?.heldSafely ?? /$^/, '');
    texts.set(index, text);
    return text;
  };
  const isValue = (name: string, within: number) => {
    if (table?.holdGlobals.has(name) === true) return isBare(name, textOf(within));
    return !isModule(name, file) || isBare(name, textOf(within).replace(IMPORT_LINE, ''), /^\.\w+\b(?!\s*[.[])/);
  };
  /** By the declaration and the name: a body can name a module many times. */
  const known = new Map<string, boolean>();
  return (file.named ?? []).filter(({ name, kind, within }) => {
    if (kind !== 'value') return true;
    const key = `${within} ${name}`;
    const found = known.get(key) ?? isValue(name, within);
    known.set(key, found);
    return found;
  });
}

/** By text: the globals that it names other than by a call. */
const usedIn = new WeakMap<SourceText, ReadonlySet<string>>();

/** The globals that facts list only by their calls, and that a text names otherwise too. */
export function unlistedIn(source: SourceText): ReadonlySet<string> {
  const known = usedIn.get(source);
  if (known !== undefined) return known;
  const text = source.of(-1).replace(COMMENT_LINE, '');
  const isUsed = ([name, called]: [string, RegExp]) =>
    new RegExp(`(?<![\\w$])${name}(?![\\w$])`).test(text.replace(called, ''));
  const used = new Set(
    Object.entries(CALLED)
      .filter(isUsed)
      .map(([name]) => name),
  );
  usedIn.set(source, used);
  return used;
}

/** Whether a text has a name without a member after it. @param member what may follow it */
function isBare(name: string, text: string, member = /^\s*\??\.\s*[A-Za-z_$#]/): boolean {
  const pattern = new RegExp(`(?<![\\w$.])${name.replaceAll('.', '\\.')}(?![\\w$])`, 'g');
  return [...text.matchAll(pattern)].some(
    ({ index }) => !member.test(text.slice(index + name.length, index + name.length + 200)),
  );
}

/** Whether a Python name is a complete module of the project, imported by its own name. */
function isModule(name: string, { language, imports }: NamingFile<Named>): boolean {
  if (language !== 'python') return false;
  const bound = imports.filter(({ names }) => names.some((it) => (it.alias ?? it.name) === name));
  return (
    bound.length > 0 &&
    bound.every(({ path = '', names }) => {
      const its = names.find((it) => (it.alias ?? it.name) === name)?.name ?? '';
      return [`${its}.py`, its].includes(posix.basename(path.replace(/\/__init__\.py$/, '')));
    })
  );
}
