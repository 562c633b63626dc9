/** More characters of a doc comment are not read. */
const MAX_CHARS = 300;

/** Lines above a declaration, or from its start, that are searched. */
const MAX_LINES = 60;
/** Characters of each of them: hostile lines cost no more. */
const MAX_LINE = 500;

/** Of a Python declaration; other lines at its start are decorators. */
const PYTHON_HEADER = /^\s*(?:async\s+def|def|class)\s/;
/** Code of a header that is not a bracket or the colon: strings, comments and other characters. */
const HEADER_TOKEN = /"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|#[^\n]*|[([{]|[)\]}]|:/g;
const DOCSTRING = /^(?:\s|#[^\n]*\n|\\\n)*[rRuU]?("""|'''|"|')([\s\S]*)/;

/** Lines between a doc comment and the declaration: decorators, attributes, and the start of an assignment. */
const BETWEEN = /^\s*(?:@[\w$.]+(?:\(.*\))?|#\[.*\]|[^*/]*=>?)\s*$/;
const BASH_COMMENT = /^\s*#(?!!)\s*(.*?)[#\s]*$/;
const BASH_DIRECTIVE = /^shellcheck\s/;

/** What is before and after the text in a line of a comment; a search for the end in all lines takes five times as long. */
const START = /^\s*(?:\/\*+(?!\/)|\*(?!\/))?/;
const EDGES = new RegExp(`\\s*\\*+\\/\\s*$|${START.source}`, 'g');

/** Tags and sections of doc comments, after the description: `@param`, `:param x:`, `Args:`, `Parameters` with a line below. */
const TAG = /^(?:[@\\]\w|:\w+[^:]*:|>>>|[A-Z]\w+:$|[-=~]{3,}$)/;
const SENTENCE = /^[\s\S]*?[.!?](?=\s|$)/;

/** The lines of a file, or of a part of it. */
export interface Lines {
  readonly length: number;
  at(index: number): string | undefined;
}

/**
 * The first sentence of the doc comment of a declaration: of its docstring in Python, of the comment lines above it in Bash,
 * of the comment with two stars above it in other languages.
 *
 * @param lines of its file, from the first one or from `MAX_DOC_LINES` lines above the declaration
 * @param start index in `lines` of the first line of the declaration
 * @returns in one line, at most 300 characters; empty if there is none
 */
export function docSentence(lines: Lines, start: number, language: string): string {
  const around = new LinesAround(lines, start);
  if (language === 'python') return firstSentence(docstring(around, start));
  return firstSentence(language === 'bash' ? commentLines(around, start) : docBlock(around, start));
}

/** Lines above a declaration that `docSentence` can read. */
export const MAX_DOC_LINES = MAX_LINES;

/** The lines around a declaration that are searched, and the start of each. */
class LinesAround {
  readonly first: number;
  /** After the last one. */
  readonly end: number;
  readonly #lines: Lines;

  constructor(lines: Lines, start: number) {
    this.#lines = lines;
    this.first = Math.max(0, start - MAX_LINES);
    this.end = Math.min(lines.length, start + MAX_LINES);
  }

  /** @param index not before `first` */
  at(index: number): string {
    return (index < this.end ? this.#lines.at(index) : undefined)?.slice(0, MAX_LINE) ?? '';
  }
}

function docstring(lines: LinesAround, start: number): string[] {
  let header = start;
  while (header < lines.end && !PYTHON_HEADER.test(lines.at(header))) header++;
  // Only decorators can be before the header.
  if (header >= lines.end || (header > start && !/^\s*@/.test(lines.at(start)))) return [];
  const below: string[] = [];
  for (let at = header; at < lines.end; at++) below.push(lines.at(at));
  const text = below.join('\n');
  const [, quote, rest = ''] = DOCSTRING.exec(text.slice(afterHeader(text))) ?? [];
  if (quote === undefined) return [];
  const close = rest.indexOf(quote);
  return (close < 0 ? rest : rest.slice(0, close)).split('\n').map((line) => line.trim());
}

/** The position after the colon that ends a header; the length of the text if there is none. */
function afterHeader(text: string): number {
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(HEADER_TOKEN)) {
    if (/^[([{]$/.test(token)) depth++;
    else if (/^[)\]}]$/.test(token)) depth--;
    else if (token === ':' && depth === 0) return index + 1;
  }
  return text.length;
}

function commentLines(lines: LinesAround, start: number): string[] {
  const found: string[] = [];
  for (let at = start - 1; at >= lines.first; at--) {
    const [, text] = BASH_COMMENT.exec(lines.at(at)) ?? [];
    if (text === undefined) break;
    if (!BASH_DIRECTIVE.test(text)) found.push(text);
  }
  return found.reverse();
}

function docBlock(lines: LinesAround, start: number): string[] {
  let last = start - 1;
  while (last >= lines.first && BETWEEN.test(lines.at(last))) last--;
  if (last < lines.first || !/\*\/\s*$/.test(lines.at(last))) return [];
  const found: string[] = [];
  for (let at = last; at >= lines.first; at--) {
    const line = lines.at(at);
    const open = line.indexOf('/*');
    const text = open < 0 ? line : line.slice(open);
    found.push(text.replace(text.includes('*/') ? EDGES : START, '').trim());
    if (open >= 0) return text.startsWith('/**') ? found.reverse() : [];
  }
  return [];
}

/** Of the first paragraph, before tags. */
function firstSentence(lines: readonly string[]): string {
  const first = lines.findIndex((line) => line !== '');
  const paragraph: string[] = [];
  for (const line of first < 0 ? [] : lines.slice(first)) {
    if (line === '' || TAG.test(line)) break;
    paragraph.push(line);
  }
  const text = paragraph.join(' ').replace(/\s+/g, ' ');
  const sentence = SENTENCE.exec(text)?.[0] ?? text;
  return sentence.length > MAX_CHARS ? sentence.slice(0, MAX_CHARS).replace(/[\ud800-\udbff]$/, '') : sentence;
}
