import { RELATION_RULES } from '#languages/relation-rules.ts';

/** Letters, digits and other characters than those of ASCII. */
const WRITTEN = /[A-Za-z0-9_$\x80-\xff]/;
const NO_CODE = [...RELATION_RULES.fork.comments, ...RELATION_RULES.fork.imports];

/**
 * Whether each line has code: more than signs, and it does not start as a comment or an import, nor is it in a string that documents, such as
 * a docstring of Python.
 *
 * @param lines without blanks around them
 */
export function codeFlags(lines: readonly string[], path: string): boolean[] {
  const { extensions, quotes, prefixes } = RELATION_RULES.documentation;
  if (!extensions.some((it) => path.endsWith(it))) return lines.map(hasCode);
  let open: { quote: string; documents: boolean } | undefined;
  return lines.map((line) => {
    if (open !== undefined) {
      const { quote, documents } = open;
      if (isOdd(line, quote)) open = undefined;
      return !documents && hasCode(line);
    }
    const quote = firstOf(quotes, line);
    if (quote === undefined) return hasCode(line);
    const before = line.slice(0, line.indexOf(quote));
    // The quote is in another string.
    if (/['"]$/.test(before)) return hasCode(line);
    const documents = before === '' || prefixes.includes(before);
    if (isOdd(line, quote)) open = { quote, documents };
    return !(documents && (open !== undefined || line.endsWith(quote))) && hasCode(line);
  });
}

/** Whether a line is more than signs, and does not start as a comment or an import. */
function hasCode(line: string): boolean {
  return WRITTEN.test(line) && !NO_CODE.some((start) => line.startsWith(start));
}

/** The quote that is first in a line, unless this is a comment. */
function firstOf(quotes: readonly string[], line: string): string | undefined {
  if (line.startsWith('#')) return undefined;
  let first: string | undefined;
  for (const quote of quotes) {
    const at = line.indexOf(quote);
    if (at >= 0 && (first === undefined || at < line.indexOf(first))) first = quote;
  }
  return first;
}

function isOdd(line: string, quote: string): boolean {
  return line.split(quote).length % 2 === 0;
}
