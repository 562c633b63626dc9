import type { Language } from '../../corpus/files.ts';
import type { Random } from '../../unbreakable/random.ts';
import type { ControlBody, Outline, Range } from './outline.ts';

/** A changed program, and the range of the edited function in it. */
export interface Edited extends Range {
  text: string;
}

interface Program extends Range {
  source: string;
  language: Language;
}

/** Statements that are added, of at most ten elements. */
const ADDED: Readonly<Record<Language, readonly [string, string, string]>> = {
  python: ["notify('added')", 'counter.total += 1', 'audited = True'],
  javascript: ["notify('added');", 'counter.total += 1;', 'audit(counter.total, true);'],
  typescript: ["notify('added');", 'counter.total += 1;', 'audit(counter.total, true);'],
  php: ["notify('added');", '$counter->total += 1;', 'audit($counter->total, true);'],
  bash: ["notify 'added'", 'counter=1', 'audit "$counter"'],
};

/** Adds statements before others; at most one before each. */
export function insert(program: Program, { blocks }: Outline, count: 1 | 3, random: Random): Edited | undefined {
  const positions = blocks.flat().filter((range) => indentAt(program.source, range.from) !== undefined);
  if (positions.length < count) return undefined;
  const picked = new Set<Range>();
  while (picked.size < count) picked.add(random.pick(positions));
  const sorted = [...picked].sort((a, b) => b.from - a.from);
  return sorted.reduce<Edited>(
    (edited, { from }, index) => {
      const indent = indentAt(program.source, from) ?? '';
      return replaced(edited, { from, to: from }, `${ADDED[program.language][index] ?? ''}\n${indent}`);
    },
    { text: program.source, from: program.from, to: program.to },
  );
}

/** Removes a statement. */
export function remove(program: Program, statement: Range): Edited {
  return replaced({ text: program.source, from: program.from, to: program.to }, statement, '');
}

/** Replaces a statement by another one. */
export function change(program: Program, statement: Range): Edited {
  return replaced({ text: program.source, from: program.from, to: program.to }, statement, ADDED[program.language][0]);
}

/** Gives literals other values of the same type. */
export function changeLiterals(program: Program, literals: readonly Range[]): Edited {
  const sorted = [...literals].sort((a, b) => b.from - a.from);
  return sorted.reduce<Edited>(
    (edited, range, index) => {
      const text = program.source.slice(range.from, range.to);
      const quote = /^['"]/.exec(text)?.[0];
      const value = quote === undefined ? String(4711 + index) : `${quote}changed ${index}${quote}`;
      return replaced(edited, range, value);
    },
    { text: program.source, from: program.from, to: program.to },
  );
}

/** Adds braces around all bodies of control structures without them; undefined if all have some. */
export function addBraces(program: Program, bodies: readonly ControlBody[]): Edited | undefined {
  const added = bodies
    .filter(({ hasBraces }) => !hasBraces)
    .flatMap(({ from, to }) => [
      { at: from, by: '{ ' },
      { at: to, by: ' }' },
    ]);
  if (added.length === 0) return undefined;
  const whole: Edited = { text: program.source, from: program.from, to: program.to };
  return added
    .sort((a, b) => b.at - a.at)
    .reduce((text, { at, by }) => replaced(text, { from: at, to: at }, by), whole);
}

/** Removes the braces around all single simple statements of control structures; undefined if there are none. */
export function removeBraces(program: Program, bodies: readonly ControlBody[]): Edited | undefined {
  const single = bodies.flatMap(({ from, to, single: its }) => (its === undefined ? [] : [{ from, to, its }]));
  if (single.length === 0) return undefined;
  const whole: Edited = { text: program.source, from: program.from, to: program.to };
  return single
    .sort((a, b) => b.from - a.from)
    .reduce((text, { its, ...range }) => {
      const statement = program.source.slice(its.from, its.to);
      return replaced(text, range, statement.endsWith(';') ? statement : `${statement};`);
    }, whole);
}

/**
 * Copies statements into another function, before one of its own.
 *
 * @returns the range is that of the copied statements; undefined if they cannot be indented like their neighbours
 */
export function copyInto(
  host: Program & { outline: Outline },
  { source, language }: Program,
  run: readonly Range[],
  random: Random,
): Edited | undefined {
  const [first, last] = [run[0], run.at(-1)];
  const positions = (host.outline.blocks[0] ?? []).filter(({ from }) => indentAt(host.source, from) !== undefined);
  if (first === undefined || last === undefined || positions.length === 0) return undefined;
  const indent = indentAt(source, first.from);
  if (indent === undefined) return undefined;
  const { from } = random.pick(positions);
  const own = indentAt(host.source, from) ?? '';
  let text = source.slice(first.from, last.to);
  if (language === 'python') {
    if (/'''|"""|\\\n/.test(text)) return undefined;
    text = text.replaceAll(`\n${indent}`, `\n${own}`);
  }
  const added = `${text}\n${own}`;
  return { text: host.source.slice(0, from) + added + host.source.slice(from), from, to: from + text.length };
}

function replaced({ text, from, to }: Edited, range: Range, by: string): Edited {
  const difference = by.length - (range.to - range.from);
  return { text: text.slice(0, range.from) + by + text.slice(range.to), from, to: to + difference };
}

/** The blanks before a position; undefined if other text precedes it in its line. */
export function indentAt(source: string, at: number): string | undefined {
  const before = source.slice(source.lastIndexOf('\n', at - 1) + 1, at);
  return /^[ \t]*$/.test(before) ? before : undefined;
}
