/** Languages whose functions are read. */
export type Family = 'javascript' | 'python' | 'php';

/** A line break in a string, so that it ends no statement. */
const BREAK = '\v';

/**
 * Code of the same length without comments and the content of strings. Of strings that evaluate code only words remain.
 *
 * @returns undefined for a text that is not simple to read
 */
export function plainCode(text: string, family: Family): string | undefined {
  let plain = '';
  // The last character that is not white space: after a value a slash of JavaScript divides, else it starts a regular expression.
  let last = '';
  while (plain.length < text.length) {
    const at = plain.length;
    const length = commentAt(text, at, family);
    if (length > 0) {
      plain += text.slice(at, at + length).replace(/[^\n]/g, ' ');
      continue;
    }
    const character = text[at] ?? '';
    if (character === '/' && family === 'javascript' && !/[\w$)\]]/.test(last)) return undefined;
    if (family === 'php' && (text.startsWith('<<<', at) || text.startsWith('?>', at) || character === '`'))
      return undefined;
    const isString = character === "'" || character === '"' || (character === '`' && family === 'javascript');
    const string = isString ? stringAt(text, at, family) : character;
    if (string === undefined) return undefined;
    plain += string;
    if (character.trim() !== '') last = character;
  }
  return plain;
}

/** The length of a comment, 0 if there is none. */
function commentAt(text: string, at: number, family: Family): number {
  const rest = text.slice(at, at + 2);
  if (family === 'python' ? rest.startsWith('#') : rest === '//' || (family === 'php' && /^#(?!\[)/.test(rest))) {
    const end = text.indexOf('\n', at);
    return (end < 0 ? text.length : end) - at;
  }
  if (rest !== '/*' || family === 'python') return 0;
  const end = text.indexOf('*/', at + 2);
  return (end < 0 ? text.length : end + 2) - at;
}

function stringAt(text: string, start: number, family: Family): string | undefined {
  const quote = text[start] ?? '';
  const isLong = family === 'python' && text.startsWith(quote.repeat(3), start);
  const end = isLong ? quote.repeat(3) : quote;
  let at = start + end.length;
  while (at < text.length && !text.startsWith(end, at)) {
    if (text[at] === '\n' && quote !== '`' && family !== 'php' && !isLong) return undefined;
    at += text[at] === '\\' ? 2 : 1;
  }
  if (at >= text.length) return undefined;
  const content = text.slice(start + end.length, at);
  // A template in a template has quotes of its own.
  if (quote === '`' && content.includes('${') && content.includes('`')) return undefined;
  const isCode =
    quote === '`' ||
    (family === 'php' && quote === '"') ||
    (family === 'python' && /[fFtT][rR]?$/.test(text.slice(Math.max(0, start - 2), start)));
  const hidden = isCode ? content.replace(/[^\w$\n]/g, ' ') : content.replace(/[^\n]/g, ' ');
  return `${end}${hidden.replaceAll('\n', BREAK)}${end}`;
}

/** The index of the bracket that closes the one at `start`; undefined without one. */
export function closing(plain: string, start: number): number | undefined {
  let depth = 0;
  for (let at = start; at < plain.length; at++) {
    if ('([{'.includes(plain[at] ?? '')) depth++;
    else if (')]}'.includes(plain[at] ?? '') && --depth === 0) return at;
  }
  return undefined;
}

/** The parts between commas that are in no bracket, without blanks around. */
export function partsOf(plain: string): string[] {
  const parts: string[] = [];
  let [depth, from] = [0, 0];
  for (let at = 0; at < plain.length; at++) {
    if ('([{'.includes(plain[at] ?? '')) depth++;
    else if (')]}'.includes(plain[at] ?? '')) depth--;
    else if (plain[at] === ',' && depth === 0) {
      parts.push(plain.slice(from, at).trim());
      from = at + 1;
    }
  }
  return [...parts, plain.slice(from).trim()].filter((it) => it !== '');
}
