import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import cases from '../../../../../fixtures/manifest/text-cases.json' with { type: 'json' };
import { searchRuns } from '../../../../../tools/tests/searches.ts';
import { type ManifestFormat, validateManifest } from '../validate-manifest.ts';

const MARK = /⟦([^⟧]+)⟧/g;

interface Case {
  name: string;
  format: string;
  /** With `⟦rule⟧` before each expected finding. */
  text?: string;
  bytes?: string;
  findings?: string[];
}

/** Line and column of each mark, counted without the code under test, and the text without marks. */
function unmarked(marked: string): { text: string; findings: string[] } {
  const findings: string[] = [];
  let text = '';
  let last = 0;
  for (const match of marked.matchAll(MARK)) {
    text += marked.slice(last, match.index);
    last = match.index + match[0].length;
    const lines = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/);
    findings.push(`${lines.length}:${[...(lines.at(-1) ?? '')].length + 1} ${match[1]}`);
  }
  return { text: text + marked.slice(last), findings };
}

function given({ text, bytes, findings = [] }: Case): { source: string | Uint8Array; findings: string[] } {
  if (bytes !== undefined) return { source: Buffer.from(bytes, 'hex'), findings };
  const { text: source, findings: marked } = unmarked(text ?? '');
  return { source, findings: marked };
}

function formatOf(name: string): ManifestFormat {
  return name === 'yaml' ? 'yaml' : 'json';
}

function found(source: string | Uint8Array, format: ManifestFormat): string[] {
  const { findings } = validateManifest(source, { format });
  return findings.filter(({ layer }) => layer === 'text').map(({ line, column, rule }) => `${line}:${column} ${rule}`);
}

test('the fixture has more than 100 cases with unique names', () => {
  expect(cases.length).toBeGreaterThan(100);
  expect(new Set(cases.map(({ name, format }) => `${format} ${name}`)).size).toBe(cases.length);
});

describe.each(['json', 'yaml'])('%s', (format) => {
  test.each(cases.filter((it) => it.format === format))('$name', (it: Case) => {
    const { source, findings } = given(it);
    expect(found(source, formatOf(it.format)).sort()).toEqual(findings.sort());
  });
});

/** Findings about text that JSON.parse accepts. */
const BEYOND_GRAMMAR = ['text/duplicate-name', 'text/number-changes', 'text/half-character'];

test('a syntax error is found exactly when JSON.parse rejects the text', () => {
  const piece = fc.constantFrom(
    ...[
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      ' ',
      '\n',
      '"',
      '"a"',
      '"b"',
      '\\',
      '\\n',
      '1',
      '-',
      '0',
      '.5',
      'e3',
      'true',
      'null',
      'x',
    ],
    ...['/', '//', '/*', '*/', "'", '\t', '\u0001', '\u00a0', '\ud800', '😀', '#', '+'],
  );
  const text = fc.oneof(
    fc.array(piece, { maxLength: 24 }).map((pieces) => pieces.join('')),
    fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.stringify(value)),
    fc.tuple(fc.jsonValue({ maxDepth: 3 }), fc.nat(), piece).map(([value, at, put]) => {
      const whole = JSON.stringify(value);
      const cut = at % (whole.length + 1);
      return whole.slice(0, cut) + put + whole.slice(cut + (at % 2));
    }),
  );
  fc.assert(
    fc.property(text, (source) => {
      const { findings, omitted } = validateManifest(source);
      const faults = findings.filter(({ layer, rule }) => layer === 'text' && !BEYOND_GRAMMAR.includes(rule));
      expect(faults.length + omitted > 0, JSON.stringify(faults)).toBe(!parses(source));
    }),
    { numRuns: searchRuns(3000) },
  );
});

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

test('every finding is inside the text and ends at or after its start', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.constantFrom('json', 'yaml'), (text, format) => {
      const lines = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/);
      for (const { line, column, end_line, end_column } of validateManifest(`{${text}`, { format: formatOf(format) })
        .findings) {
        expect(line).toBeLessThanOrEqual(lines.length);
        expect(column).toBeLessThanOrEqual([...(lines[line - 1] ?? '')].length + 2);
        expect(end_line > line || end_column >= column).toBe(true);
      }
    }),
    { numRuns: searchRuns(500) },
  );
});
