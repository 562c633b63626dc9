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

/** Tags and sections of doc comments, after the description: `@param`, `:param x:`, `Args:`, `Parameters` with a line below. */
const TAG = /^(?:[@\\]\w|:\w+[^:]*:|>>>|[A-Z]\w+:$|[-=~]{3,}$)/;
const SENTENCE = /^[\s\S]*?[.!?](?=\s|$)/;

/**
 * The first sentence of the doc comment of a declaration: of its docstring in Python, of the comment lines above it in Bash,
 * of the comment with two stars above it in other languages.
 *
 * @param lines of its file, from the first one or from `MAX_DOC_LINES` lines above the declaration
 * @param start index in `lines` of the first line of the declaration
 * @returns in one line, at most 300 characters; empty if there is none
 */
export function docSentence(lines: readonly string[], start: number, language: string): string {
  const first = Math.max(0, start - MAX_LINES);
  const around = lines.slice(first, start + MAX_LINES).map((line) => line.slice(0, MAX_LINE));
  if (language === 'python') return firstSentence(docstring(around, start - first));
  return firstSentence(language === 'bash' ? commentLines(around, start - first) : docBlock(around, start - first));
}

/** Lines above a declaration that `docSentence` can read. */
export const MAX_DOC_LINES = MAX_LINES;

function docstring(lines: readonly string[], start: number): string[] {
  const header = lines.findIndex((line, at) => at >= start && PYTHON_HEADER.test(line));
  // Only decorators can be before the header.
  if (header < 0 || (header > start && !/^\s*@/.test(lines[start] ?? ''))) return [];
  const text = lines.slice(header).join('\n');
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

function commentLines(lines: readonly string[], start: number): string[] {
  const found: string[] = [];
  for (let at = start - 1; at >= 0; at--) {
    const [, text] = BASH_COMMENT.exec(lines[at] ?? '') ?? [];
    if (text === undefined) break;
    if (!BASH_DIRECTIVE.test(text)) found.push(text);
  }
  return found.reverse();
}

function docBlock(lines: readonly string[], start: number): string[] {
  let last = start - 1;
  while (last >= 0 && BETWEEN.test(lines[last] ?? '')) last--;
  if (!/\*\/\s*$/.test(lines[last] ?? '')) return [];
  const found: string[] = [];
  for (let at = last; at >= 0; at--) {
    const line = lines[at] ?? '';
    const open = line.indexOf('/*');
    const text = open < 0 ? line : line.slice(open);
    found.push(text.replace(/^\s*(?:\/\*+|\*(?!\/))?|\s*\*+\/\s*$/g, '').trim());
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
