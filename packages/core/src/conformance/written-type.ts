import { tableName } from './effects.ts';
import type { CodeCall, CodeFile } from './project.ts';

/** What binds a name again, or may; `NAME` stands for the name. */
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

const known = new WeakMap<CodeFile, Map<string, string | undefined>>();

/** The built-in type of a variable whose only value is written so: `new Map()`, `[…]`, `{…}` of Python, a string. */
export function writtenType({ callee, within }: CodeCall, file: CodeFile): string | undefined {
  const [, name] = /^([\w$]+)\.[\w$]+$/.exec(callee) ?? [];
  if (name === undefined || file.source === undefined) return undefined;
  const types = known.get(file) ?? new Map<string, string | undefined>();
  known.set(file, types);
  const key = `${within} ${name}`;
  if (!types.has(key)) types.set(key, typeFrom(name, within, file, file.source));
  return types.get(key);
}

function typeFrom(
  name: string,
  within: number,
  { declarations, language }: CodeFile,
  source: NonNullable<CodeFile['source']>,
): string | undefined {
  const family = tableName(language);
  const [bindings, value, values, end] = [BINDINGS[family], VALUE_OF[family], VALUES[family], END[family]];
  if (bindings === undefined || value === undefined || values === undefined || end === undefined) return undefined;
  const own = `(?<![\\w$.])${name.replaceAll('$', '\\$')}(?![\\w$])`;
  for (let index = within; index >= -1; index--) {
    if (index >= 0 && (declarations[index]?.last ?? -1) < within) continue;
    const text = source.of(index);
    const found = [
      ...text.matchAll(
        new RegExp(
          bindings.replaceAll('NAME', () => own),
          'g',
        ),
      ),
    ];
    if (found.length === 0) continue;
    const start =
      found.length === 1
        ? new RegExp(
            value.replaceAll('NAME', () => own),
            'm',
          ).exec(text)
        : null;
    return start === null ? undefined : typeOf(text.slice(start.index + start[0].length), values, end, family);
  }
  return undefined;
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
