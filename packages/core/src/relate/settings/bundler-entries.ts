import type { Json } from './json.ts';

/**
 * The files that a bundler writes, with their sources: `entry: ['src/a.ts']`, `entry: { b: 'src/b.ts' }` or `entry: 'src/c.ts'`
 * at any place of a configuration of tsup or tsdown. Only string literals count, and no list with a glob; nothing is run.
 * Files of a list are named after the last folder that all of them are in. Linear in the text. Both engines find the same.
 *
 * @returns lists of the name of an output without its ending, and the path of its source below the configuration
 */
export function bundlerEntries(text: string): Json[] {
  const tokens = tokensOf(text);
  const entries: Json[] = [];
  for (let at = 0; at < tokens.length; at++) {
    if (tokens[at]?.word !== 'entry' || tokens[at + 1]?.sign !== ':') continue;
    const first = tokens[at + 2];
    if (first?.sign === '[') entries.push(...named(listed(tokens, at + 2)));
    else if (first?.sign === '{') entries.push(...keyed(tokens, at + 2));
    else if (first?.string !== undefined) entries.push(...named([first.string]));
  }
  return entries;
}

interface Token {
  word?: string;
  /** A string literal without escapes. */
  string?: string;
  sign?: string;
}

const OPENING = '[{(';
const CLOSING = ']})';

/** Tokens of the list or table that begins at an index, at its own level. */
function* level(tokens: readonly Token[], start: number): Generator<number> {
  for (let at = start, depth = 0; at < tokens.length; at++) {
    const { sign } = tokens[at] ?? {};
    if (sign !== undefined && CLOSING.includes(sign) && --depth === 0) return;
    if (depth === 1) yield at;
    if (sign !== undefined && OPENING.includes(sign)) depth++;
  }
}

function isEnd(token: Token | undefined): boolean {
  return token?.sign === ',' || token?.sign === ']' || token?.sign === '}';
}

function listed(tokens: readonly Token[], start: number): string[] {
  const items: string[] = [];
  for (const at of level(tokens, start)) {
    const before = tokens[at - 1]?.sign;
    const { string } = tokens[at] ?? {};
    if (string !== undefined && (before === '[' || before === ',') && isEnd(tokens[at + 1])) items.push(string);
  }
  return items;
}

function keyed(tokens: readonly Token[], start: number): Json[] {
  const entries: Json[] = [];
  for (const at of level(tokens, start)) {
    const [key, colon, value, end] = tokens.slice(at, at + 4);
    const name = key?.word ?? key?.string;
    const source = value?.string;
    if (name !== undefined && colon?.sign === ':' && source !== undefined && isEnd(end)) {
      entries.push([withoutDot(name), withoutDot(source)]);
    }
  }
  return entries;
}

function named(sources: readonly string[]): Json[] {
  if (sources.some((source) => /[*!{]/.test(source))) return [];
  const paths = sources.map(withoutDot);
  const folders = paths.map((path) => path.split('/').slice(0, -1));
  const [first = [], ...others] = folders;
  let shared = first.length;
  for (const folder of others) {
    let same = 0;
    while (same < shared && folder[same] === first[same]) same++;
    shared = same;
  }
  return paths.map((path) => {
    const name = path.split('/').slice(shared).join('/');
    return [name.replace(/\.[cm]?[jt]sx?$/, ''), path];
  });
}

function withoutDot(path: string): string {
  return path.startsWith('./') ? path.slice(2) : path;
}

const WORD = /[\w$]+/y;

/** Without comments; a template is a sign. What has no end ends with the text, a string with its line. */
function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const sign = text[at] ?? '';
    if (/\s/.test(sign)) at++;
    else if (text.startsWith('//', at)) at = endOf(text, '\n', at + 2);
    else if (text.startsWith('/*', at)) at = endOf(text, '*/', at + 2);
    else if (sign === '"' || sign === "'" || sign === '`') {
      const end = endOfString(text, at);
      const string = text.slice(at + 1, end - 1);
      tokens.push(sign === '`' || string.includes('\\') ? { sign } : { string });
      at = end;
    } else {
      WORD.lastIndex = at;
      const word = WORD.exec(text)?.[0];
      tokens.push(word === undefined ? { sign } : { word });
      at += word?.length ?? 1;
    }
  }
  return tokens;
}

function endOf(text: string, end: string, from: number): number {
  const found = text.indexOf(end, from);
  return found < 0 ? text.length : found + end.length;
}

function endOfString(text: string, start: number): number {
  const quote = text[start];
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === quote || (text[at] === '\n' && quote !== '`')) return at + 1;
  }
  return text.length;
}
