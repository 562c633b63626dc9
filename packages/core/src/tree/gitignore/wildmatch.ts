import type { ClassPiece } from '../globs/pattern.ts';
import type { Step } from '../globs/program.ts';
import { readClass } from './wildmatch-class.ts';

/** A pattern of Git, compiled. Strings have one character for each byte. */
export interface Wildmatch {
  steps: Step[];
  /** Every text that matches starts and ends with these. */
  prefix: string;
  ending: string;
  /** The longest text without wildcards that every text that matches contains; of equal ones the first. */
  piece: string;
}

const SPECIAL = /[*?[\\]/;
const SLASH = 0x2f;

/** Where the wildcards of a pattern start; its length without any. */
export function literalLength(pattern: string): number {
  const at = pattern.search(SPECIAL);
  return at < 0 ? pattern.length : at;
}

/**
 * Compiles a pattern as Git's `wildmatch` reads it with `WM_PATHNAME`. Git compares the characters before the first
 * wildcard separately, so `**` directly after them counts as a whole segment.
 *
 * @param comparesPrefix whether Git does that: for patterns with a slash
 * @returns undefined for a malformed pattern, which matches nothing
 */
export function compileWildmatch(pattern: string, comparesPrefix: boolean): Wildmatch | undefined {
  const literal = literalLength(pattern);
  const start = comparesPrefix ? literal : 0;
  const steps: Step[] = [];
  let piece = '';
  let afterWildcard = 0;
  const literalSince = (from: number) => steps.slice(from).map(textOf).join('');
  for (let at = 0; at < pattern.length; ) {
    const char = pattern.charAt(at);
    if (at < literal || !SPECIAL.test(char)) {
      addPoint(steps, pattern.charCodeAt(at++));
      continue;
    }
    if (char === '\\') {
      if (at + 1 === pattern.length) return undefined;
      addPoint(steps, pattern.charCodeAt(at + 1));
      at += 2;
      continue;
    }
    const before = literalSince(afterWildcard);
    if (before.length > piece.length) piece = before;
    if (char === '*') at = addStars(steps, pattern, at, at === start || pattern[at - 1] === '/');
    else if (char === '?') {
      steps.push({ op: 'name', next: steps.length + 1 });
      at++;
    } else {
      const read = readClass(pattern, at);
      if (read === undefined) return undefined;
      addClass(steps, read.class);
      at = read.end;
    }
    afterWildcard = steps.length;
  }
  const ending = literalSince(afterWildcard);
  steps.push({ op: 'end' });
  return { steps, prefix: pattern.slice(0, literal), ending, piece: ending.length > piece.length ? ending : piece };
}

function textOf(step: Step): string {
  return step.op === 'point' ? String.fromCharCode(step.point) : '';
}

/** @returns where the pattern continues */
function addStars(steps: Step[], pattern: string, first: number, isSegmentStart: boolean): number {
  let end = first;
  while (pattern[end] === '*') end++;
  const at = steps.length;
  const isLast = end === pattern.length;
  const beforeSlash = pattern[end] === '/' || pattern.startsWith('\\/', end);
  if (end - first < 2 || !isSegmentStart || !(isLast || beforeSlash)) {
    steps.push({ op: 'fork', to: [at + 1, at + 2] }, { op: 'name', next: at });
    return end;
  }
  if (pattern[end] !== '/') {
    steps.push({ op: 'fork', to: [at + 1, at + 2] }, { op: 'any', next: at });
    return end;
  }
  // Any number of directories, also none.
  steps.push(
    { op: 'fork', to: [at + 1, at + 4] },
    { op: 'fork', to: [at + 2, at + 3] },
    { op: 'any', next: at + 1 },
    { op: 'point', point: SLASH, next: at + 4 },
  );
  return end + 1;
}

function addPoint(steps: Step[], point: number): void {
  steps.push({ op: 'point', point, next: steps.length + 1 });
}

function addClass(steps: Step[], piece: ClassPiece): void {
  steps.push({ op: 'class', class: piece, next: steps.length + 1 });
}
