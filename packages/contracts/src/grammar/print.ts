import type { Expression, Range } from './expression.ts';

const HYPHEN = 0x2d;

/** The text of an expression in GBNF. */
export function printed(expression: Expression): string {
  switch (expression.kind) {
    case 'literal':
      return `"${[...expression.text].map(inLiteral).join('')}"`;
    case 'characters':
      return `[${expression.negated ? '^' : ''}${expression.ranges.map(printedRange).join('')}]`;
    case 'rule':
      return expression.name;
    case 'sequence':
      return expression.items.map((item) => (item.kind === 'choice' ? `(${printed(item)})` : printed(item))).join(' ');
    case 'choice':
      return expression.options.map(printed).join(' | ');
    case 'repetition':
      return `${expression.rule}${quantifier(expression.min, expression.max)}`;
  }
}

function quantifier(min: number, max: number): string {
  if (max === Number.POSITIVE_INFINITY) return min === 0 ? '*' : min === 1 ? '+' : `{${min},}`;
  if (min === 0 && max === 1) return '?';
  return min === max ? `{${min}}` : `{${min},${max}}`;
}

function inLiteral(character: string): string {
  if (character === '"' || character === '\\') return `\\${character}`;
  const point = character.codePointAt(0) ?? 0;
  return point >= 0x20 && point < 0x7f ? character : escaped(point);
}

/** XGrammar takes a hyphen at the end of a range for the sign of a range, even if it is escaped; so it is written separately. */
function printedRange([first, last]: Range): string {
  if (first === last) return inClass(first);
  if (first === HYPHEN) return `${inClass(HYPHEN)}${printedRange([first + 1, last])}`;
  if (last === HYPHEN) return `${printedRange([first, last - 1])}${inClass(HYPHEN)}`;
  return `${inClass(first)}-${inClass(last)}`;
}

/** Only characters without a meaning inside brackets in any dialect are written as they are. */
function inClass(point: number): string {
  if (point === HYPHEN) return '\\-';
  const character = String.fromCodePoint(point);
  return /^[\w .,:;/@#+*()=<>!?%&{}|~']$/.test(character) ? character : escaped(point);
}

/** Not `\xHH`: XGrammar reads all hexadecimal digits that follow. */
function escaped(point: number): string {
  const hex = point.toString(16).toUpperCase();
  return point <= 0xffff ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`;
}
