import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { acceptEvent, STRING_LIMIT } from './accept.ts';
import { eventPieces, storedEvent } from './stored.ts';

const accepted = (text: string | Buffer) => {
  const result = acceptEvent(Buffer.from(text));
  if ('complaints' in result) throw new Error(JSON.stringify(result.complaints));
  return result;
};
const complaint = (text: string | Buffer) => {
  const result = acceptEvent(Buffer.from(text));
  return 'complaints' in result ? result.complaints.map(({ type, loc }) => [type, ...loc]) : [];
};

describe('accepted events', () => {
  it.each([
    '{"type":"PASS","service":"a","n":1.10,"big":9007199254740993,"type":"PASS"}',
    '{"type":"PASS","__proto__":{"type":"X"},"constructor":null,"toString":1}',
    '{"type":"PASS","reason":"\\ud800 lone","service":"\\u0000"}',
    '{"type":"PASS","timestamp":"1730000000"}',
    '{"type":"PASS","timestamp":1730000000.0,"service":null}',
    '{"type":"PASS","x":1e400}',
  ])('retains the bytes of %s', (text) => {
    expect(accepted(text).raw.toString()).toBe(text);
  });

  it('reads a timestamp as an integer', () => {
    expect(accepted('{"type":"PASS","timestamp":"1730000000"}').facts.timestamp).toBe(1_730_000_000);
    expect(accepted('{"type":"PASS","timestamp":1.0}').facts.timestamp).toBe(1);
  });

  it('removes only a byte order mark and line breaks between tokens', () => {
    expect(accepted('\ufeff\r\n{"type":\n"PASS",\r\n"reason":"a\\nb"}\n').raw.toString()).toBe(
      '{"type": "PASS",  "reason":"a\\nb"}',
    );
  });

  it.each([
    ['plain', 'x'.repeat(STRING_LIMIT + 10)],
    ['two bytes a letter', 'é'.repeat(STRING_LIMIT)],
    ['four bytes a letter', `x${'😀'.repeat(STRING_LIMIT)}`],
    ['escapes', `a${'\n'.repeat(STRING_LIMIT)}`],
    ['long escapes', `ab${'\u0001'.repeat(STRING_LIMIT)}`],
    ['backslashes', '\\'.repeat(STRING_LIMIT)],
    ['backslashes at an odd offset', `x${'\\'.repeat(STRING_LIMIT)}`],
  ])('cuts an over-long string of %s and counts it', (_, reason) => {
    const { raw, cut } = accepted(JSON.stringify({ type: 'REGRESSION', reason, diff: { deep: [reason] } }));
    const event: { reason: string; diff: { deep: string[] } } = JSON.parse(raw.toString());
    expect(cut).toBe(2);
    for (const text of [event.reason, event.diff.deep[0] ?? '']) {
      const [start = ''] = text.split(' … [cut: ');
      expect(text).toMatch(/ … \[cut: \d+ bytes\]$/);
      expect(reason.startsWith(start)).toBe(true);
      expect(Buffer.byteLength(JSON.stringify(start))).toBeGreaterThan(STRING_LIMIT - 10);
    }
    expect(raw.length).toBeLessThan(2 * STRING_LIMIT + 200);
  });

  it('retains all JSON properties that an agent adds', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 5 })), (extras) => {
        const { diff: _, timestamp: __, ...rest } = extras;
        const free = Object.fromEntries(Object.entries(rest).map(([key, value]) => [`x${key}`, value]));
        const text = JSON.stringify({ ...free, type: 'ANOMALY' });
        const stored = storedEvent(accepted(text), 7, 1000);
        expect(stored.line.toString()).toBe(`{"seq":7,"at":1000,"cut":0,"event":${text}}\n`);
        const shown = JSON.parse(Buffer.concat(eventPieces(stored)).toString());
        expect(shown).toMatchObject(JSON.parse(text));
        expect(shown).toMatchObject({ service: null, diff: null, timestamp: 1 });
      }),
    );
  });
});

describe('refused events', () => {
  it.each([
    ['', [['missing', 'body']]],
    ['{"type":"PASS"', [['json_invalid', 'body', 14]]],
    ['{"type":NaN}', [['json_invalid', 'body', 12]]],
    ['[]', [['model_attributes_type', 'body']]],
    ['"x"', [['model_attributes_type', 'body']]],
    ['{}', [['missing', 'body', 'type']]],
    ['{"type":"pass"}', [['literal_error', 'body', 'type']]],
    [
      '{"type":"PASS","status":1,"diff":"x"}',
      [
        ['string_type', 'body', 'status'],
        ['dict_type', 'body', 'diff'],
      ],
    ],
    ['{"type":"PASS","timestamp":null}', [['int_type', 'body', 'timestamp']]],
    ['{"type":"PASS","timestamp":1e999}', [['int_type', 'body', 'timestamp']]],
    ['{"type":"PASS","timestamp":"x"}', [['int_parsing', 'body', 'timestamp']]],
    [`{"type":"PASS","x":${'['.repeat(10_000)}${']'.repeat(10_000)}}`, [['too_deep', 'body']]],
    [Buffer.from([0x7b, 0xff, 0x7d]), [['json_invalid', 'body', 0]]],
  ])('%#', (text, expected) => {
    expect(complaint(text)).toEqual(expected);
  });

  it('quotes a short part of the input', () => {
    const result = acceptEvent(Buffer.from(JSON.stringify({ type: 'x'.repeat(100_000) })));
    expect(JSON.stringify(result).length).toBeLessThan(2_000);
  });
});

it.each([
  ['1730000000.75', 1_730_000_000],
  ['"1730000000.75"', 1_730_000_000],
  ['1730000000', 1_730_000_000],
  ['-0.5', -1],
])('reads the timestamp %s in whole seconds, and retains its bytes', (text, seconds) => {
  const body = Buffer.from(`{"type":"PASS","timestamp":${text}}`);
  expect(acceptEvent(body)).toMatchObject({ raw: body, facts: { timestamp: seconds } });
});
