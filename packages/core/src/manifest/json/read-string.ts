import type { Findings } from '../findings.ts';
import type { RuleDetails } from '../rules.ts';

/** Characters that are copied unchanged: no quote, backslash, control character or surrogate. */
const PLAIN = /[ !#-&(-[\]-_a-\ud7ff\ue000-\uffff]*/y;
const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};
const SHORT: Readonly<Record<string, RuleDetails<'text/control-character'>['instead']>> = {
  '\b': '\\b',
  '\f': '\\f',
  '\t': '\\t',
};
/** An unclosed string ends at the line end, so that the rest of the file can be read. */
const LINE_ENDS = '\r\n';
const HEX = /^[0-9a-fA-F]{4}$/;

export interface ReadString {
  text: string;
  /** Offset after its closing quote. */
  end: number;
}

/**
 * Reads a quoted string, with any of three quotes.
 *
 * @param at offset of its opening quote
 * @param pointer to the enclosing value, for findings
 */
export function readString(source: string, at: number, findings: Findings, pointer: () => string): ReadString {
  const quote = source[at];
  const parts: string[] = [];
  let next = at + 1;
  for (;;) {
    PLAIN.lastIndex = next;
    const plain = PLAIN.exec(source)?.[0] ?? '';
    parts.push(plain);
    next += plain.length;
    const character = source[next];
    if (character === quote) return { text: parts.join(''), end: next + 1 };
    if (character === undefined || LINE_ENDS.includes(character)) {
      findings.add('text/unclosed-string', { start: at, end: next }, pointer(), {});
      return { text: parts.join(''), end: next };
    }
    const { text, length } = special(source, next, character, findings, pointer);
    parts.push(text);
    next += length;
  }
}

function special(
  source: string,
  at: number,
  character: string,
  findings: Findings,
  pointer: () => string,
): { text: string; length: number } {
  if (character === '\\') return readEscape(source, at, findings, pointer);
  if (character < ' ') {
    const code = character.charCodeAt(0).toString(16).padStart(4, '0');
    findings.add('text/control-character', { start: at, end: at + 1 }, pointer(), {
      found: `U+${code.toUpperCase()}`,
      instead: SHORT[character] ?? `\\u${code}`,
    });
    return { text: character, length: 1 };
  }
  const point = source.codePointAt(at) ?? 0;
  if (point > 0xffff) return { text: source.slice(at, at + 2), length: 2 };
  if (point >= 0xd800 && point < 0xe000) {
    findings.add('text/half-character', { start: at, end: at + 1 }, pointer(), {
      found: `U+${point.toString(16).toUpperCase()}`,
    });
  }
  return { text: character, length: 1 };
}

/** Reads an escape, or two escapes that form a surrogate pair. */
function readEscape(
  source: string,
  at: number,
  findings: Findings,
  pointer: () => string,
): { text: string; length: number } {
  const letter = source[at + 1] ?? '';
  const short = ESCAPES[letter];
  if (short !== undefined) return { text: short, length: 2 };
  const unit = letter === 'u' ? hexAt(source, at + 2) : undefined;
  if (unit === undefined) {
    const found = badEscape(source, at);
    findings.add('text/escape', { start: at, end: at + found.length }, pointer(), { found });
    return { text: found.slice(1), length: found.length };
  }
  if (unit < 0xd800 || unit >= 0xe000) return { text: String.fromCharCode(unit), length: 6 };
  const second = unit < 0xdc00 && source.startsWith('\\u', at + 6) ? hexAt(source, at + 8) : undefined;
  if (second !== undefined && second >= 0xdc00 && second < 0xe000) {
    return { text: String.fromCharCode(unit, second), length: 12 };
  }
  findings.add('text/half-character', { start: at, end: at + 6 }, pointer(), {
    found: `\\u${source.slice(at + 2, at + 6)}`,
  });
  return { text: String.fromCharCode(unit), length: 6 };
}

function hexAt(source: string, at: number): number | undefined {
  const digits = source.slice(at, at + 4);
  return HEX.test(digits) ? Number.parseInt(digits, 16) : undefined;
}

/** The backslash and the character after it, unless that is a line end. */
function badEscape(source: string, at: number): string {
  const point = source.codePointAt(at + 1);
  const character = point === undefined ? '' : String.fromCodePoint(point);
  return LINE_ENDS.includes(character) ? '\\' : `\\${character}`;
}
