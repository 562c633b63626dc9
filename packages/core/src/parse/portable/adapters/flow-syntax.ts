/** Positions at which the parser stops. */
export interface Stops {
  /** The first error of the source as JavaScript. */
  javascript: number;
  /** An error of the same source as TypeScript. */
  typed: number;
}

/** Types that a Flow enum can have. */
const ENUM_TYPES = ['bigint', 'boolean', 'number', 'string', 'symbol'];
/** Words before parentheses that are not those of a call. */
const OPERATORS = ['await', 'default', 'return', 'throw', 'typeof', 'yield'];

/**
 * Whether the syntax at the error is valid only in Flow. Types precede the error if the source continues further as
 * TypeScript; where it does not, only syntax counts that a typo hardly gives.
 */
export function isFlowSyntax(source: string, stops: Stops): boolean {
  const at = skipBlanks(source, stops.typed);
  if (isDeclaration(source, at) || isTypeImport(source, at) || isCast(source, stops)) return true;
  return stops.typed > stops.javascript && isTypeSyntax(source, at);
}

function isTypeSyntax(source: string, at: number): boolean {
  const before = charBefore(source, at);
  const next = source.charAt(at + 1);
  switch (source.charAt(at)) {
    case '|':
      // `{| a: b |}`
      return source.charAt(at - 1) === '{';
    case '?':
      // `(?A) => B`, `A?.['b']`
      return source.startsWith('?.[', at) ? isName(before) : isOneOf(before, '(,:<|&=[') && startsType(next);
    case '+':
    case '-':
      // `{ +a: B }`, `class A<+B>`
      return isOneOf(before, '{,;|<') && startsType(next);
    case '.':
      // `{ ...A }`, `{ a: B, ... }`
      if (!source.startsWith('...', at)) return false;
      return isOneOf(before, ',;') || (isOneOf(before, '{|') && isName(source.charAt(at + 3)));
    case '*':
      // `A<*>`
      return isOneOf(before, '<,') && isOneOf(source.charAt(skipBlanks(source, at + 1)), '>,');
    case ':':
      // `function f<A: B>`
      return isName(before) && isOneOf(charBefore(source, wordStart(source, at)), '<,');
    case '=':
      // `type A = B => C`
      return next === '>' && (isName(before) || isOneOf(before, '>}]'));
    case '%':
      return wordAt(source, at + 1) === 'checks';
    default:
      // `enum A of string {}`
      return wordAt(source, at) === 'of' && ENUM_TYPES.includes(wordAt(source, skipBlanks(source, at + 2)));
  }
}

/** `component A() {}`, `hook useA() {}`. */
function isDeclaration(source: string, at: number): boolean {
  const name = wordAt(source, at);
  if (name === '' || !isOneOf(source.charAt(at + name.length), '(<')) return false;
  const keyword = wordBefore(source, at);
  return keyword === 'component' || (keyword === 'hook' && name.startsWith('use'));
}

/** `import { typeof A } from 'b'`, `import type A, { B } from 'b'`. */
function isTypeImport(source: string, at: number): boolean {
  const line = source.slice(at === 0 ? 0 : source.lastIndexOf('\n', at - 1) + 1, at);
  const name = wordAt(source, at);
  if (line === 'import type ') return source.startsWith(', {', at + name.length);
  return name === 'typeof' && line.startsWith('import ') && isOneOf(charBefore(source, at), '{,');
}

/** `(a.b: C)`, not in a call and not as parameters. */
function isCast(source: string, { javascript, typed }: Stops): boolean {
  const colon = skipBlanks(source, javascript);
  if (!source.startsWith(': ', colon)) return false;
  let open = colon;
  while (isName(source.charAt(open - 1)) || source.charAt(open - 1) === '.') open--;
  if (open === colon || source.charAt(open - 1) !== '(') return false;
  const isCall = isName(charBefore(source, open - 1)) && !OPERATORS.includes(wordBefore(source, open - 1));
  if (isCall || isOneOf(charBefore(source, open - 1), ')]')) return false;
  let end = colon + 2;
  while (isName(source.charAt(end)) || isOneOf(source.charAt(end), '.<>[]|& ')) end++;
  return source.charAt(end) === ')' && end > colon + 2 && (typed === colon || skipBlanks(source, typed) > end);
}

function startsType(char: string): boolean {
  return isName(char) || isOneOf(char, '{([?');
}

function isName(char: string): boolean {
  return /^[A-Za-z0-9_$\u0080-\uffff]$/.test(char);
}

function isOneOf(char: string, chars: string): boolean {
  return char !== '' && chars.includes(char);
}

function skipBlanks(source: string, from: number): number {
  let at = from;
  while (isOneOf(source.charAt(at), ' \t\r\n')) at++;
  return at;
}

function wordAt(source: string, start: number): string {
  let end = start;
  while (isName(source.charAt(end))) end++;
  return source.slice(start, end);
}

/** The character before a position and the blanks before it. */
function charBefore(source: string, at: number): string {
  return source.charAt(trimBlanks(source, at) - 1);
}

function wordBefore(source: string, at: number): string {
  const end = trimBlanks(source, at);
  return source.slice(wordStart(source, end), end);
}

/** The start of the word that ends at a position or before the blanks before it. */
function wordStart(source: string, at: number): number {
  let start = trimBlanks(source, at);
  while (isName(source.charAt(start - 1))) start--;
  return start;
}

function trimBlanks(source: string, at: number): number {
  let end = at;
  while (isOneOf(source.charAt(end - 1), ' \t\r\n')) end--;
  return end;
}
