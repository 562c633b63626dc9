import type { Random } from '../unbreakable/random.ts';
import { FAMILIES, KEYWORDS, WORDS } from './families.ts';
import type { Piece } from './lexer.ts';
import { choose, type Edit, type Mutator, replace, type Target } from './mutation.ts';

function isName({ kind, text }: Piece): boolean {
  return kind === 'word' && !KEYWORDS.has(text);
}

/** Replaces a token with another one of its family. */
function fromFamily(families: readonly (readonly string[])[]): Mutator['mutate'] {
  return (target, random) => {
    const piece = choose(target, random, ({ text }) => text !== '' && families.some((family) => family.includes(text)));
    if (piece === undefined) return undefined;
    const family = random.pick(families.filter((members) => members.includes(piece.text)));
    return replace(piece, random.pick(family));
  };
}

const anotherName: Mutator['mutate'] = (target, random) => {
  const piece = choose(target, random, isName);
  const other = choose(target, random, (candidate) => isName(candidate) && candidate.text !== piece?.text);
  return piece && other && replace(piece, other.text);
};

const anotherNumber: Mutator['mutate'] = (target, random) => {
  const piece = choose(target, random, ({ text }) => /\d$/.test(text));
  if (piece === undefined) return undefined;
  return replace(piece, piece.text.slice(0, -1) + String((Number(piece.text.slice(-1)) + 1 + random.below(8)) % 10));
};

const NUMBER_FORMS: readonly ((text: string) => string)[] = [
  (text) => `${text}.0`,
  (text) => `${text}.`,
  (text) => `${text}0`,
  (text) => `0${text}`,
  (text) => `0x${text}`,
  (text) => `0X${text}`,
  (text) => `0b${text}`,
  (text) => `0o${text}`,
  (text) => `${text}e1`,
  (text) => `${text}E+01`,
  (text) => `${text}j`,
  (text) => `${text}n`,
  (text) => `${text}L`,
  (text) => `.${text}`,
  (text) => `${text.slice(0, 1)}_${text.slice(1)}`,
  (text) => text.toUpperCase(),
  (text) => `'${text}'`,
];

const numberForm: Mutator['mutate'] = (target, random) => {
  const piece = choose(target, random, ({ kind }) => kind === 'number');
  return piece && replace(piece, random.pick(NUMBER_FORMS)(piece.text));
};

/** The text between two equal quotes on one line or several; an escaped quote does not end it. */
const QUOTED = /(["'`])((?:\\[\s\S]|(?!\1)[^\\])*)\1/g;

function quoted({ source, from, to }: Target, random: Random): RegExpMatchArray | undefined {
  const found = [...source.slice(from, to).matchAll(QUOTED)];
  return found.length === 0 ? undefined : random.pick(found);
}

const quotes: Mutator['mutate'] = (target, random) => {
  const found = quoted(target, random);
  if (found === undefined) return undefined;
  const from = target.from + (found.index ?? 0);
  const quote = random.pick(['"', "'", '`', '"""', "'''"].filter((other) => other !== found[1]));
  return { from, to: from + found[0].length, text: `${quote}${found[2] ?? ''}${quote}` };
};

const prefix: Mutator['mutate'] = (target, random) => {
  const found = quoted(target, random);
  if (found === undefined) return undefined;
  const from = target.from + (found.index ?? 0);
  return { from, to: from, text: random.pick(['b', 'r', 'f', 'u', 'B', 'R', 'F', 'rb', 'fr', '$', 'tag', '<<<', '@']) };
};

/** Replaces a letter, digit or other character at any position. */
const letter: Mutator['mutate'] = (target, random) => {
  const piece = choose(target, random, ({ kind }) => kind === 'word');
  if (piece === undefined) return undefined;
  const at = piece.from + random.below(piece.to - piece.from);
  return { from: at, to: at + 1, text: random.pick([...'abcxyzABCXYZ_059']) };
};

/** Inside quotes: adds, removes or replaces a character. */
const text: Mutator['mutate'] = (target, random) => {
  const found = quoted(target, random);
  if (found === undefined) return undefined;
  const first = target.from + (found.index ?? 0) + 1;
  const at = first + random.below(found[0].length - 1);
  const inserted = random.pick([
    ...[
      'x',
      ' ',
      '  ',
      '\t',
      '\n',
      '\\',
      '\\n',
      '\\t',
      '\\\\',
      '\\x41',
      '\\"',
      "\\'",
      '"',
      "'",
      '`',
      '$',
      '$a',
      ['$', '{a}'].join(''),
    ],
    ...[
      '{',
      '}',
      '{{',
      '}}',
      '{a}',
      '{a=}',
      '{a!r}',
      '{a:>10}',
      '%',
      '&',
      '&amp;',
      '<',
      '#',
      'é',
      '\u00a0',
      '0',
      ':',
      '/',
    ],
  ]);
  return { from: at, to: at + random.below(2), text: inserted };
};

const blank: Mutator['mutate'] = (target, random) => {
  const piece = choose(target, random, ({ kind }) => kind === 'blank');
  if (piece === undefined) return undefined;
  return replace(
    piece,
    random.pick(['', ' ', '  ', '\t', '\n', '\n\n', '\\\n', `${piece.text} `, piece.text.slice(1)]),
  );
};

const split: Mutator['mutate'] = (target, random) => {
  const piece = choose(target, random, () => true);
  return piece && { from: piece.from, to: piece.from, text: random.pick([' ', '\n', '\t', '\r\n', '\\\n', '\f']) };
};

/** Of one line, or of all following lines of its block. */
const indentation: Mutator['mutate'] = ({ source, from, to }, random) => {
  const breaks = [...source.slice(from, to).matchAll(/\n[ \t]*/g)];
  if (breaks.length === 0) return undefined;
  const found = random.pick(breaks);
  const start = from + (found.index ?? 0);
  const other = random.pick(breaks)[0];
  return {
    from: start,
    to: start + found[0].length,
    text: random.pick([other, `${found[0]}    `, `${found[0]}\t`, '\n']),
  };
};

const removed: Mutator['mutate'] = (target, random) => {
  const piece = choose(target, random, ({ kind }) => kind !== 'blank');
  return piece && replace(piece, '');
};

const ADDED = [
  ...[',', ';', ';;', '(', ')', '[', ']', '{', '}', ':', '.', '?', '!', '*', '**', '&', '|', '-', '+', '$', '@', '#'],
  ...['\\', '~', '=', '...', '?.', '()', '[]', '{}', '<>', '//', '/**/', '0', "''", '""', 'a', '|| a', '&& a', ', a'],
  ...['not ', 'await ', 'async ', 'static ', 'yield ', 'return ', 'new ', 'typeof ', 'readonly ', 'const ', 'else '],
  ...[
    'lambda: ',
    'pass;',
    'break;',
    'local ',
    '! ',
    '- ',
    '2>&1 ',
    '>a ',
    '<a ',
    '&',
    'a=1 ',
    'time ',
    'global ',
    'as a',
  ],
];

const added: Mutator['mutate'] = (target, random) => {
  const piece = choose(target, random, () => true);
  return piece && { from: piece.from, to: piece.from, text: random.pick(ADDED) };
};

const swapped: Mutator['mutate'] = ({ pieces, source }, random) => {
  const solid = pieces.filter(({ kind }) => kind !== 'blank');
  if (solid.length < 2) return undefined;
  const at = random.below(solid.length - 1);
  const [a, b] = [solid[at], solid[at + 1]];
  if (a === undefined || b === undefined || a.text === b.text) return undefined;
  return { from: a.from, to: b.to, text: b.text + source.slice(a.to, b.from) + a.text };
};

const repeated: Mutator['mutate'] = (target, random) => {
  const piece = choose(target, random, ({ kind }) => kind !== 'blank');
  return piece && { from: piece.to, to: piece.to, text: random.pick(['', ' ', ', ']) + piece.text };
};

const OPENING = '([{';
const CLOSING = ')]}';

/** The pieces of a unit: the piece itself, or all up to its closing bracket. */
function wholeFrom(pieces: readonly Piece[], at: number): number {
  let depth = 0;
  for (let i = at; i < pieces.length; i++) {
    for (const mark of pieces[i]?.kind === 'mark' ? (pieces[i]?.text ?? '') : '') {
      if (OPENING.includes(mark)) depth++;
      if (CLOSING.includes(mark)) depth--;
    }
    if (depth <= 0) return i;
  }
  return at;
}

/** Swaps two operands around a comma or an operator. */
const order: Mutator['mutate'] = ({ pieces, source }, random) => {
  const marks = pieces.flatMap(({ text }, at) => (/^(?:,|[-+*/%<>|&]|==|=|\.|and|or)$/.test(text) ? [at] : []));
  if (marks.length === 0) return undefined;
  const mark = random.pick(marks);
  let left = mark - 1;
  while (pieces[left]?.kind === 'blank') left--;
  let right = mark + 1;
  while (pieces[right]?.kind === 'blank') right++;
  const [first, start] = [pieces[left], pieces[right]];
  const end = pieces[wholeFrom(pieces, right)];
  if (first === undefined || start === undefined || end === undefined) return undefined;
  const operand = source.slice(start.from, end.to);
  if (operand === first.text) return undefined;
  return { from: first.from, to: end.to, text: operand + source.slice(first.to, start.from) + first.text };
};

const parentheses: Mutator['mutate'] = ({ pieces, source }, random) => {
  const at = random.below(pieces.length);
  const last = wholeFrom(pieces, Math.min(pieces.length - 1, at + random.below(6)));
  const [first, end] = [pieces[at], pieces[last]];
  if (first === undefined || end === undefined || first.kind === 'blank') return undefined;
  const [open = '(', close = ')'] = random.pick(['()', '()', '()', '[]', '{}', '""', "''"]);
  return { from: first.from, to: end.to, text: open + source.slice(first.from, end.to) + close };
};

/** Removes a pair of brackets. */
const bare: Mutator['mutate'] = ({ pieces, source }, random) => {
  const opening = pieces.flatMap(({ text }, at) => (/^[([{]$/.test(text) ? [at] : []));
  if (opening.length === 0) return undefined;
  const at = random.pick(opening);
  const [first, last] = [pieces[at], pieces[wholeFrom(pieces, at)]];
  if (first === undefined || last === undefined || first === last || last.text.length !== 1) return undefined;
  return { from: first.from, to: last.to, text: source.slice(first.to, last.from) };
};

const letterCase: Mutator['mutate'] = (target, random) => {
  const piece = choose(target, random, ({ kind }) => kind === 'word' || kind === 'number');
  if (piece === undefined) return undefined;
  const { text: word } = piece;
  return replace(piece, word === word.toLowerCase() ? word.toUpperCase() : word.toLowerCase());
};

const backslashes: Mutator['mutate'] = (target, random) => {
  const backslash = choose(target, random, ({ text: mark }) => mark === '\\');
  if (backslash === undefined) return undefined;
  const { from, to } = backslash;
  return random.pick([
    { from, to, text: '' },
    { from, to, text: '\\\\' },
    { from, to: to + 1, text: random.pick(['\\n', '\\t', '\\\\', '\\x0a', '\\u000a', '\\0', 'n', '\n']) },
  ]);
};

/** Swaps two consecutive lines, or removes or repeats one. */
const lines: Mutator['mutate'] = ({ source, from, to }, random) => {
  const all = source.slice(from, to).split('\n');
  if (all.length < 4) return undefined;
  const at = 1 + random.below(all.length - 3);
  const [a = '', b = ''] = [all[at], all[at + 1]];
  const start = from + all.slice(0, at).join('\n').length + 1;
  const end = start + a.length + 1 + b.length;
  const edit: Edit = { from: start, to: end, text: random.pick([`${b}\n${a}`, b, `${a}\n${a}\n${b}`]) };
  return edit.text === source.slice(start, end) ? undefined : edit;
};

export const MUTATORS: readonly Mutator[] = [
  { kind: 'another name', mutate: anotherName },
  { kind: 'another letter', mutate: letter },
  { kind: 'another number', mutate: anotherNumber },
  { kind: 'form of a number', mutate: numberForm },
  { kind: 'operator', mutate: fromFamily(FAMILIES) },
  { kind: 'keyword', mutate: fromFamily(WORDS) },
  { kind: 'text in quotes', mutate: text },
  { kind: 'quotes', mutate: quotes },
  { kind: 'string prefix', mutate: prefix },
  { kind: 'escape', mutate: backslashes },
  { kind: 'case', mutate: letterCase },
  { kind: 'blank', mutate: blank },
  { kind: 'blank added', mutate: split },
  { kind: 'indentation', mutate: indentation },
  { kind: 'token removed', mutate: removed },
  { kind: 'token added', mutate: added },
  { kind: 'token repeated', mutate: repeated },
  { kind: 'neighbours swapped', mutate: swapped },
  { kind: 'order of operands', mutate: order },
  { kind: 'brackets added', mutate: parentheses },
  { kind: 'brackets removed', mutate: bare },
  { kind: 'lines', mutate: lines },
];
