import fc from 'fast-check';
import { expect, test } from 'vitest';
import { searchRuns } from '../../../../../tools/tests/searches.ts';
import type { FileFacts } from '../facts.ts';
import { ColumnReader, ColumnWriter, countOf } from './columns.ts';
import { CONTROL_KINDS, DECLARATION_KINDS, LOOKUPS, PHASES } from './facts-line.ts';
import { type CachedOutcome, decodeOutcome, decodeTokens, encodeOutcome, encodeTokens } from './outcome-line.ts';

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom('', 'f', 'outer', 'outer.f', '\ud800', '\n', '"\\'),
);
const line = fc.integer({ min: 1, max: 500_000_000 });
const whole = fc.nat({ max: 500_000_000 });
const within = fc.integer({ min: -1, max: 5000 });
const scope = fc.integer({ min: -2, max: 5000 });
const hash = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 64, maxLength: 64 });
const errors = fc.record({
  count: whole,
  ranges: fc.array(
    fc.record({ start_line: line, end_line: line, message: text }, { requiredKeys: ['start_line', 'end_line'] }),
    { maxLength: 3 },
  ),
});

const declaration = fc.record(
  {
    kind: fc.constantFrom(...DECLARATION_KINDS),
    name: text,
    qualified_name: text,
    parameters: fc.array(text, { maxLength: 3 }),
    returns: text,
    exported: fc.boolean(),
    start_line: line,
    end_line: line,
    start_byte: whole,
    end_byte: whole,
    nodes: whole,
    within: fc.constant(-1),
    bound: fc.array(text, { maxLength: 3 }),
    scope,
    reassigned: fc.constant(true as const),
    function_body: hash,
    function_shape: hash,
    tree_hash: hash,
  },
  {
    requiredKeys: [
      'kind',
      'name',
      'qualified_name',
      'parameters',
      'exported',
      'start_line',
      'end_line',
      'start_byte',
      'end_byte',
      'nodes',
      'within',
      'bound',
    ],
  },
);

/** Each is inside of none or of an earlier one. */
const declarations = fc
  .array(fc.tuple(declaration, fc.nat({ max: 20 })), { maxLength: 20 })
  .map((rows) => rows.map(([row, outer], index) => ({ ...row, within: outer < index ? outer : -1 })));

const imported = fc.record(
  {
    specifier: text,
    names: fc.array(fc.record({ name: text, alias: text }, { requiredKeys: ['name'] }), { maxLength: 3 }),
    line,
    conditional: fc.boolean(),
    phase: fc.constantFrom(...PHASES),
    lookup: fc.constantFrom(...LOOKUPS),
    reexport: fc.constant(true as const),
    scope,
    inline_types: fc.constant(true as const),
    elided: fc.constant(true as const),
    target: text,
  },
  { requiredKeys: ['specifier', 'names', 'line', 'conditional', 'phase', 'lookup', 'target'] },
);

const calls = fc.array(fc.record({ callee: text, line, within }), { maxLength: 20 }).map((rows) => ({
  callee: rows.map((it) => it.callee),
  line: rows.map((it) => it.line),
  within: rows.map((it) => it.within),
}));

const control = fc
  .array(fc.record({ kind: fc.constantFrom(...CONTROL_KINDS), depth: whole, line, within }), { maxLength: 20 })
  .map((rows) => ({
    kind: rows.map((it) => it.kind),
    depth: rows.map((it) => it.depth),
    line: rows.map((it) => it.line),
    within: rows.map((it) => it.within),
  }));

const facts: fc.Arbitrary<FileFacts> = fc.record(
  {
    tree_hash: hash,
    declarations,
    imports: fc.array(imported, { maxLength: 5 }),
    exports: fc.array(fc.record({ name: text, local: text }), { maxLength: 3 }),
    calls,
    objects: fc
      .array(
        fc.record(
          { class: text, scope: fc.nat({ max: 40 }), declared: fc.constant(true) },
          { requiredKeys: ['class'] },
        ),
        { maxLength: 3 },
      )
      .map((all) => all.map((it, call) => ({ call, ...it }))),
    scoped_calls: fc.array(scope, { maxLength: 3 }).map((all) => all.map((it, call) => ({ call, scope: it }))),
    control,
  },
  { requiredKeys: ['tree_hash', 'declarations', 'imports', 'calls', 'control'] },
);

const encoding = fc.option(fc.constantFrom('latin-1', 'shift_jis'), { nil: undefined });

const outcome: fc.Arbitrary<CachedOutcome> = fc
  .tuple(facts, fc.option(errors, { nil: undefined }), encoding)
  .map(([its, broken, name]) => {
    const rest = name === undefined ? {} : { encoding: name };
    if (broken === undefined) return { status: 'analyzed', facts: its, ...rest };
    return { status: 'partial', facts: { ...its, errors: broken }, ...rest };
  });

test('decoding returns every encoded outcome', () => {
  fc.assert(
    fc.property(outcome, (its) => {
      const data = encodeOutcome(its);
      expect(data.includes('\n')).toBe(false);
      const decoded = decodeOutcome(data);
      // Also after a spread, which evaluates the getters.
      expect({ ...decoded, facts: { ...decoded.facts } }).toEqual(its);
      expect(JSON.parse(JSON.stringify(decoded))).toEqual(JSON.parse(JSON.stringify(its)));
    }),
    { numRuns: searchRuns(300) },
  );
});

test('decoding returns the encoded token records', () => {
  fc.assert(
    fc.property(fc.option(fc.uint8Array({ minLength: 1, maxLength: 200 }), { nil: undefined }), (tokens) => {
      const decoded = decodeTokens(encodeTokens(tokens)).tokens;
      expect(decoded && [...decoded]).toEqual(tokens && [...tokens]);
    }),
  );
});

test('decoding returns the encoded numbers and their count', () => {
  const numbers = fc.array(fc.integer({ min: -(2 ** 30), max: 2 ** 30 - 1 }));
  fc.assert(
    fc.property(numbers, (all) => {
      const out = new ColumnWriter();
      for (const each of all) out.signed(each);
      for (const each of all) out.unsigned(Math.abs(each));
      const column = out.take();
      expect(JSON.stringify(column)).toBe(`"${column}"`);
      expect(countOf(column)).toBe(all.length * 2);
      const read = new ColumnReader(column);
      expect(all.map(() => read.signed())).toEqual(all);
      expect(all.map(() => read.unsigned())).toEqual(all.map(Math.abs));
      expect(read.atEnd).toBe(true);
    }),
  );
});

const OPTIONAL = ['errors', 'exports', 'objects', 'scoped_calls'];

test('a line with a missing value or a value of another type throws', () => {
  const whole = JSON.parse(
    encodeOutcome(fc.sample(outcome, { numRuns: 60, seed: 1 }).findLast(isRich) ?? never()).toString(),
  );
  const broken: unknown[] = [null, 1, [], {}, { ...whole, status: 'timeout' }, { ...whole, facts: null }];
  for (const name of Object.keys(whole.facts).filter((it) => !OPTIONAL.includes(it))) {
    const { [name]: _, ...less } = whole.facts;
    broken.push({ ...whole, facts: less }, { ...whole, facts: { ...whole.facts, [name]: 1 } });
  }
  for (const name of ['declarations', 'imports', 'calls', 'call_lines', 'control', 'control_kinds', 'hashes']) {
    broken.push({ ...whole, facts: { ...whole.facts, [name]: whole.facts[name].slice(0, -1) } });
  }
  broken.push({ ...whole, facts: { ...whole.facts, words: [] } }, { ...whole, facts: { ...whole.facts, words: [1] } });
  for (const each of broken) {
    expect(() => decodeOutcome(Buffer.from(JSON.stringify(each))), JSON.stringify(each).slice(0, 200)).toThrow();
  }
});

function isRich({ facts: { declarations: d, imports, calls: c, control: k } }: CachedOutcome): boolean {
  return d.some((it) => it.function_body !== undefined) && imports.length > 0 && c.line.length > 0 && k.line.length > 0;
}

function never(): never {
  throw new Error('no such sample');
}
