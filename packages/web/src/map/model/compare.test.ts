import { type MapTokens, ROLE_LETTERS } from '@analyzer/contracts/pages/map';
import { describe, expect, it } from 'vitest';
import { compare } from './compare.ts';
import type { Copy, Side } from './rows.ts';

const texts: string[] = [];

/** Tokens at the given texts of the source, in order; `as` is the text in the record if it differs from the source. */
function copy(name: string, text: string, tokens: readonly (string | { at: string; as: string })[]): Copy {
  const record: MapTokens = { roles: '', text: [], line: [], column: [] };
  let from = 0;
  for (const token of tokens) {
    const { at, as } = typeof token === 'string' ? { at: token, as: token } : token;
    const index = text.indexOf(at, from);
    if (index < 0) throw new Error(`"${at}" is not in the source`);
    from = index + at.length;
    const before = text.slice(0, index).split('\n');
    record.roles += 'v';
    record.line.push(before.length - 1);
    record.column.push([...(before.at(-1) ?? '')].length + 1);
    if (!texts.includes(as)) texts.push(as);
    record.text.push(texts.indexOf(as));
  }
  return { name, text, firstLine: 10, tokens: record };
}

const spelled = (side: Side | undefined): string =>
  side?.pieces
    .map(({ text, mark }) => (mark === undefined ? text : mark === 'name' ? `{${text}}` : `[${text}]`))
    .join('') ?? '-';

describe('two copies with token records', () => {
  const left = copy('area', 'def area(w, h):\n    # of a box\n    return w * h', ['w', 'h', 'return', 'w', 'h']);
  const right = copy('size', 'def size(x,\n         h):\n    return x * h', ['x', 'h', 'return', 'x', 'h']);
  const result = compare(left, right, texts);

  it('marks exactly the differing tokens and the names of the copies', () => {
    expect(result.rows.map((row) => [spelled(row.left), spelled(row.right)])).toEqual([
      ['def {area}([w], h):', 'def {size}([x],'],
      ['    # of a box', '         h):'],
      ['    return [w] * h', '    return [x] * h'],
    ]);
    expect(result).toMatchObject({ by: 'tokens', differing: 2, layoutOnly: 1 });
  });

  it('lists the replaced texts', () => {
    expect(result.replaced).toEqual([{ left: 'w', right: 'x', times: 2 }]);
  });

  it('uses the line numbers of the files', () => {
    expect(result.rows.map((row) => [row.left?.line, row.right?.line])).toEqual([
      [10, 10],
      [11, 11],
      [12, 12],
    ]);
  });
});

it('marks recursive references of copies with different names, and does not count them as layout', () => {
  const recursive = (name: string): Copy => {
    const made = copy(name, `  static async ${name}() {\n    return this.${name}();\n  }`, [
      { at: `${name}();`, as: '·' },
    ]);
    return { ...made, tokens: made.tokens === null ? null : { ...made.tokens, roles: ROLE_LETTERS.self } };
  };
  const result = compare(recursive('a'), recursive('b'), texts);
  expect(result.rows.map(({ left, right }) => [spelled(left), spelled(right)])).toEqual([
    ['static async {a}() {', 'static async {b}() {'],
    ['  return this.{a}();', '  return this.{b}();'],
    ['}', '}'],
  ]);
  expect(result).toMatchObject({ differing: 0, layoutOnly: 0 });
});

it('shows a line of only one copy as a separate row', () => {
  const left = copy('f', 'f() {\n  one\n}', ['one']);
  const right = copy('f', 'f() {\n  // why\n  // and how\n  one\n}', ['one']);
  const rows = compare(left, right, texts).rows.map((row) => [spelled(row.left), spelled(row.right)]);
  expect(rows).toEqual([
    ['f() {', 'f() {'],
    ['-', '  // why'],
    ['-', '  // and how'],
    ['  one', '  one'],
    ['}', '}'],
  ]);
});

it('marks the complete literal of the source if the record has a normalized one', () => {
  const left = copy('f', 'x = .5; y = "a\\"b" # 𝒙', [
    { at: '.5', as: '0.5' },
    { at: '"a\\"b"', as: 'a"b' },
  ]);
  const right = copy('f', 'x = 2.0; y = 𝒂', [{ at: '2.0', as: '2.0' }, '𝒂']);
  const [row] = compare(left, right, texts).rows;
  expect([spelled(row?.left), spelled(row?.right)]).toEqual(['x = [.5]; y = ["a\\"b"] # 𝒙', 'x = [2.0]; y = [𝒂]']);
});

it('counts columns in scalar values, not in UTF-16 units', () => {
  const left = copy('f', '"😀😀" + a', ['a']);
  const right = copy('f', '"😀😀" + b', ['b']);
  expect(spelled(compare(left, right, texts).rows[0]?.left)).toBe('"😀😀" + [a]');
});

it('compares lines if a copy has no token record', () => {
  const left = { name: 'f', text: 'a\nb(1)\nc', firstLine: 1, tokens: null };
  const result = compare(left, { ...left, text: 'a\nb(2)\nc' }, texts);
  expect(result).toMatchObject({ by: 'lines', differing: 1 });
  expect(result.rows.map((row) => row.same)).toEqual([true, false, true]);
});
