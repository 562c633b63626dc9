import type { MapTokens } from '../data.ts';
import { ROLE_LETTERS } from '../data.ts';

/** A function as the light reader below sees it: by its header line and its indentation. */
export interface FoundFunction {
  name: string;
  kind: 'function' | 'method';
  exported: boolean;
  /** 1-based, inclusive. */
  start: number;
  end: number;
  text: string;
  tokens: Tokens;
  /** Names before a parenthesis. */
  calls: { name: string; line: number }[];
}

export interface Tokens {
  roles: string;
  text: string[];
  line: number[];
  column: number[];
}

const HEADERS: Record<string, RegExp> = {
  python: /^(\s*)(?:async )?def (\w+)\(/,
  javascript:
    /^(\s*)(?:export )?(?:default )?(?:async )?(?:function\*? (\w+)|(?:static |async |get |set )*(?!if|for|while|switch|catch|return|function)([\w$]+))\([^;]*\)[^;=]*\{\s*$/,
  php: /^(\s*)(?:(?:public|private|protected|static|final|abstract) )*function &?(\w+)\s*\(/,
  bash: /^(\s*)(?:function )?([\w-]+) ?\(\)\s*\{?\s*$/,
};

const TOKEN =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|#[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|\d[\w.]*|[\p{L}_$][\p{L}\p{N}_$]*|[^\s\p{L}\p{N}_$]/gu;
const KEYWORDS = new Set(
  'if else elif for foreach while do done then fi return function def class in is not and or new const let var this self try catch except finally raise throw yield await async import from as local echo true false null None True False static public private protected switch case break continue with lambda pass del typeof instanceof void'.split(
    ' ',
  ),
);

/**
 * Finds functions in real source without a parser: enough to show real code on the page, nothing to analyse by.
 *
 * @param language one of `python`, `javascript`, `typescript`, `php`, `bash`
 */
export function findFunctions(text: string, language: string): FoundFunction[] {
  const header = HEADERS[language === 'typescript' ? 'javascript' : language];
  if (header === undefined) return [];
  const lines = text.split('\n');
  const found: FoundFunction[] = [];
  lines.forEach((line, at) => {
    const match = header.exec(line);
    const name = match?.[2] ?? match?.[3];
    if (match === null || name === undefined || KEYWORDS.has(name)) return;
    const indent = match[1]?.length ?? 0;
    const end = language === 'python' ? endByIndent(lines, at, indent) : endByBrace(lines, at, indent);
    if (end === undefined || end === at || end - at > 400) return;
    const own = lines.slice(at, end + 1);
    if (own.some((text) => text.length > 300)) return;
    const body = own.join('\n');
    const tokens = tokenise(body, language, name);
    if (tokens.text.length < 30) return;
    found.push({
      name,
      kind: indent > 0 ? 'method' : 'function',
      exported: /\b(export|public)\b/.test(line) || (language === 'python' && !name.startsWith('_')),
      start: at + 1,
      end: end + 1,
      text: body,
      tokens,
      calls: callsOf(tokens, at + 1),
    });
  });
  return found;
}

function endByIndent(lines: string[], at: number, indent: number): number | undefined {
  let end = at;
  let opened = false;
  for (let i = at; i < lines.length; i++) {
    const line = lines[i] ?? '';
    if (opened && line.trim() !== '' && indentOf(line) <= indent && !/^\s*[)\]}]/.test(line)) break;
    if (line.trim() !== '') end = i;
    if (/:\s*(#.*)?$/.test(line)) opened = true;
  }
  return end;
}

function endByBrace(lines: string[], at: number, indent: number): number | undefined {
  for (let i = at + 1; i < lines.length; i++) {
    const line = lines[i] ?? '';
    if (line.startsWith('}', indent) && indentOf(line) === indent) return i;
    if (line.trim() !== '' && indentOf(line) < indent) return undefined;
  }
  return undefined;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

function tokenise(body: string, language: string, own: string): Tokens {
  const tokens: Tokens = { roles: '', text: [], line: [], column: [] };
  let line = 0;
  let lineStart = 0;
  let scanned = 0;
  let ownSeen = false;
  for (const match of body.matchAll(TOKEN)) {
    const text = match[0];
    for (let i = scanned; i < match.index; i++) {
      if (body.charCodeAt(i) === 10) {
        line++;
        lineStart = i + 1;
      }
    }
    scanned = match.index;
    const hash = text.startsWith('#') && (language === 'python' || language === 'bash' || language === 'php');
    if (hash || text.startsWith('//') || text.startsWith('/*')) continue;
    if (text === own && !ownSeen) {
      ownSeen = true;
      continue;
    }
    tokens.roles += roleOf(text, body[match.index - 1]);
    tokens.text.push(text);
    tokens.line.push(line);
    tokens.column.push([...body.slice(lineStart, match.index)].length + 1);
  }
  return tokens;
}

function roleOf(text: string, before: string | undefined): string {
  if (/^["'`\d]/.test(text)) return ROLE_LETTERS.literal;
  if (!/^[\p{L}_$]/u.test(text) || KEYWORDS.has(text)) return ROLE_LETTERS.syntax;
  return before === '.' || before === '>' ? ROLE_LETTERS.property : ROLE_LETTERS.variable;
}

function callsOf(tokens: Tokens, start: number): { name: string; line: number }[] {
  const calls: { name: string; line: number }[] = [];
  tokens.text.forEach((text, i) => {
    if (tokens.text[i + 1] !== '(' || tokens.roles[i] === ROLE_LETTERS.syntax) return;
    if (tokens.roles[i] !== ROLE_LETTERS.literal) calls.push({ name: text, line: start + (tokens.line[i] ?? 0) });
  });
  return calls;
}

/** Identifiers replaced by the number of their first occurrence within their role. */
export function shapeOf(tokens: Tokens): string {
  const seen = new Map<string, number>();
  const parts = tokens.text.map((text, i) => {
    const role = tokens.roles[i];
    if (role !== ROLE_LETTERS.variable && role !== ROLE_LETTERS.property) return text;
    const key = `${role}${text}`;
    const number = seen.get(key) ?? seen.size;
    seen.set(key, number);
    return `${role}${number}`;
  });
  return parts.join('\0');
}

/** As the contract wants it, with texts in a shared table. */
export function packTokens(tokens: Tokens, place: (text: string) => number): MapTokens {
  return { roles: tokens.roles, text: tokens.text.map(place), line: tokens.line, column: tokens.column };
}
