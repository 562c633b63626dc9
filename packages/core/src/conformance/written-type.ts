import { tableName } from './effects.ts';
import type { CodeCall, CodeFile } from './project.ts';

/** Bindings of a name, and code that can be one; `NAME` is the name. */
const BINDINGS: Readonly<Record<string, string>> = {
  javascript: String.raw`NAME\s*[-+*/%&|^?<>]{0,3}=(?![=>])|NAME\s*[!?]?\s*:|(?:const|let|var)\s*[{[][^=;]*NAME|(?:const|let|var)\s+NAME(?!\s*=)|(?:function\s*\*?|class)\s+NAME|\bimport\b[^;]*?NAME[^;]*?\bfrom\b|catch\s*\([^)]*NAME|[{,[.:]\s*NAME\s*[,}\]]`,
  python: String.raw`NAME\s*(?::[^=\n]+)?[-+*/%&|^@<>:]{0,3}=(?!=)|NAME\s*,[^=\n]*=(?!=)|[\[(,]\s*NAME\s*(?:,[^=\n]*)?[\])]\s*=(?!=)|\bfor\b(?:(?!\bin\b)[^\n])*NAME|\bas\s+\(?[^\n:]*NAME|\b(?:global|nonlocal|import|case|def|class|del)\b[^\n]*NAME`,
};
/** The only binding, up to its value. */
const VALUE_OF: Readonly<Record<string, string>> = {
  javascript: String.raw`\bconst\s+NAME\s*=\s*`,
  python: String.raw`^[^\S\n]*NAME\s*=\s*`,
};
const VALUES: Readonly<Record<string, readonly [RegExp, string | undefined][]>> = {
  javascript: [
    [/^new\s+(Map|Set|WeakMap|WeakSet|URL|URLSearchParams|Uint8Array|Date)(?:<[^()=;]*>)?(?=\()/, undefined],
    [/^(?=\[)/, 'array'],
    [/^(?=['"])/, 'string'],
  ],
  python: [
    [/^(?=\{\s*(?:\}|\*\*|(?:'[^'\n]*'|"[^"\n]*"|[\w.]+)\s*:))/, 'dict'],
    [/^(?=\[)/, 'list'],
    [/^[fr]?(?=['"])/, 'str'],
  ],
};
const END: Readonly<Record<string, RegExp>> = {
  javascript: /^[^\S\n]*(?:[;,]|\r?\n(?!\s*[-.?[(+*/%,&|<>=]))/,
  python: /^[^\S\n]*(?:#.*)?(?:\r?\n|$)/,
};

/** Characters of a file, once for each name with a call: reading them takes about half a second. */
const MAX_READ = 15_000_000;
const readable = new WeakMap<CodeFile, boolean>();

/** What a scope says of a name: undefined if it binds no such name. */
type Bound = { type: string | undefined } | undefined;

/** By scope and name: many functions look into the text of their file. */
const known = new WeakMap<CodeFile, Map<string, Bound>>();

/** The built-in type of a variable whose only value is written so: `new Map()`, `[…]`, `{…}` of Python, a string. */
export function writtenType({ callee, within }: CodeCall, file: CodeFile): string | undefined {
  const [, name] = /^([\w$]+)\.[\w$]+$/.exec(callee) ?? [];
  if (name === undefined || file.source === undefined || !isReadable(file, file.source)) return undefined;
  const scopes = known.get(file) ?? new Map<string, Bound>();
  known.set(file, scopes);
  for (let index = within; index >= -1; index--) {
    const declaration = file.declarations[index];
    // The names of a class body are not those of its methods.
    if (declaration !== undefined && (declaration.last < within || declaration.kind === 'class')) continue;
    const key = `${index} ${name}`;
    if (!scopes.has(key)) scopes.set(key, boundIn(index, name, file, file.source));
    const bound = scopes.get(key);
    if (bound !== undefined) return bound.type;
  }
  return undefined;
}

/** Whether the file is small for the names that can be asked of it: its text is read for each of them. */
function isReadable(file: CodeFile, source: NonNullable<CodeFile['source']>): boolean {
  const before = readable.get(file);
  if (before !== undefined) return before;
  const names = new Set(file.calls.map(({ callee }) => callee.split('.', 1)[0]));
  const found = names.size * source.of(-1).length <= MAX_READ;
  readable.set(file, found);
  return found;
}

function boundIn(
  index: number,
  name: string,
  { declarations, language }: CodeFile,
  source: NonNullable<CodeFile['source']>,
): Bound {
  const family = tableName(language);
  const [bindings, value, values, end] = [BINDINGS[family], VALUE_OF[family], VALUES[family], END[family]];
  if (bindings === undefined || value === undefined || values === undefined || end === undefined) return undefined;
  const own = `(?<![\\w$.])${name.replaceAll('$', '\\$')}(?![\\w$])`;
  const text = source.of(index);
  if (!text.includes(name)) return undefined;
  const found = [
    ...text.matchAll(
      new RegExp(
        bindings.replaceAll('NAME', () => own),
        'g',
      ),
    ),
  ];
  if (found.length === 0) return undefined;
  const start =
    found.length === 1
      ? new RegExp(
          value.replaceAll('NAME', () => own),
          'm',
        ).exec(text)
      : null;
  if (start === null || !isOfScope(start, index, declarations, source, family)) return { type: undefined };
  return { type: typeOf(text.slice(start.index + start[0].length), values, end, family) };
}

/** Whether a binding is one of the scope itself: not of a declaration in it, and in JavaScript not of a block in it. */
function isOfScope(
  found: RegExpExecArray,
  index: number,
  declarations: CodeFile['declarations'],
  source: NonNullable<CodeFile['source']>,
  family: string,
): boolean {
  const last = declarations[index]?.last ?? declarations.length - 1;
  for (let at = index + 1; at <= last; at++) if (source.of(at).includes(found[0])) return false;
  if (family !== 'javascript') return index >= 0 || !/^[^\S\n]*from\s.*\bimport\s*\*/m.test(found.input);
  const before = found.input.slice(0, found.index);
  const depth = before.split('{').length - before.split('}').length;
  return depth === (index < 0 ? 0 : 1);
}

function typeOf(
  text: string,
  values: readonly [RegExp, string | undefined][],
  end: RegExp,
  family: string,
): string | undefined {
  for (const [pattern, type] of values) {
    const found = pattern.exec(text);
    if (found === null) continue;
    const after = endOf(text, found[0].length, family);
    return after !== undefined && end.test(text.slice(after)) ? (type ?? found[1]) : undefined;
  }
  return undefined;
}

/** The end of a bracket or string that starts at a position; undefined for a text that is not simple to read. */
function endOf(text: string, start: number, family: string): number | undefined {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const character = text[at] ?? '';
    if (character === '`' || character === (family === 'python' ? '#' : '/')) return undefined;
    if (character === "'" || character === '"') {
      if (text.startsWith(character.repeat(3), at)) return undefined;
      for (at++; at < text.length && text[at] !== character; at++) {
        if (text[at] === '\n') return undefined;
        if (text[at] === '\\') at++;
      }
    } else if ('([{'.includes(character)) depth++;
    else if (')]}'.includes(character)) depth--;
    if (depth <= 0) return at + 1;
  }
  return undefined;
}
