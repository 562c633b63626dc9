import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { parse } from 'smol-toml';
import { describe, expect, test } from 'vitest';
import type { Json } from './json.ts';
import { Settings } from './settings.ts';
import { parseToml } from './toml.ts';

interface Case {
  why: string;
  file: string;
  text: string;
  value?: unknown;
  problem?: string;
}

const FILE = new URL('../../../../../fixtures/vectors/settings.json', import.meta.url);
const { cases }: { cases: Case[] } = JSON.parse(readFileSync(FILE, 'utf8'));

describe('Settings', () => {
  test.each(cases)('$file: $why', ({ file, text, value, problem }) => {
    const settings = new Settings(new Map([[file, { text }]]));
    settings.readAll();
    const read = settings.value(file);
    expect(read === undefined ? undefined : plain(read)).toEqual(value);
    expect(settings.problems()).toEqual(problem === undefined ? [] : [{ path: file, problem }]);
  });

  test('a file that was not read is reported with the reason', () => {
    const settings = new Settings(new Map([['tsconfig.json', { problem: 'larger than 1048576 bytes' }]]));
    settings.readAll();
    expect(settings.problems()).toEqual([{ path: 'tsconfig.json', problem: 'larger than 1048576 bytes' }]);
  });
});

const key = fc.constantFrom('a', 'b', 'tool', '"q k"', "'l'", 'a.b', 'tool."x.y".c');
const scalar = fc.constantFrom(
  '1',
  '-0.5',
  'true',
  '2020-01-02',
  '"s"',
  "'p\\d'",
  '"\\u0041\\n"',
  '"""\nx\n"""',
  "'''y'''",
);
const value = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    scalar,
    fc.array(tie('value'), { maxLength: 3 }).map((its) => `[${its.join(', ')}]`),
    fc.tuple(key, tie('value')).map(([name, it]) => `{ ${name} = ${it} }`),
  ),
})).value;
const line = fc.oneof(
  fc.tuple(key, value).map(([name, it]) => `${name} = ${it}`),
  key.map((name) => `[${name}]`),
  key.map((name) => `[[${name}]]`),
  fc.constant('# "comment'),
);
const documents = fc.array(line, { maxLength: 8 }).map((lines) => lines.join('\n'));

describe('parseToml', () => {
  test('a document that an independent reader accepts has the same strings', () => {
    let accepted = 0;
    const check = (text: string) => {
      const expected = other(text);
      if (expected === undefined) return;
      accepted++;
      expect(plain(parseToml(text))).toEqual(expected);
    };
    fc.assert(fc.property(documents, check), { numRuns: 1000 });
    expect(accepted).toBeGreaterThan(150);
  });

  test('a document with a character that breaks it has a problem, or the reader accepts it', () => {
    let broken = 0;
    const cut = fc.tuple(documents, fc.nat(), fc.constantFrom('', '"', "'", '[', ']', '=', '.', '\n', '\\', ',', '}'));
    const check = ([document, at, inserted]: [string, number, string]) => {
      // The independent reader accepts broken dates such as `2020-01-.2`.
      if (document.includes('2020-01-02')) return;
      const offset = document === '' ? 0 : at % document.length;
      const text = document.slice(0, offset) + inserted + document.slice(offset + 1);
      const expected = other(text);
      if (expected !== undefined) expect(plain(parseToml(text))).toEqual(expected);
      else if (!acceptedOnlyHere(text)) broken++;
    };
    fc.assert(fc.property(cut, check), { numRuns: 2000 });
    expect(broken).toBeGreaterThan(150);
  });

  test('reads a mebibyte in linear time', { timeout: 120_000 }, () => {
    const tables = Array.from({ length: 10_000 }, (_, index) => `[t${index}]\na = "x"\n`).join('');
    const started = process.cpuUsage();
    parseToml(tables);
    parseToml(`a = [${'1,'.repeat(100_000)}]`);
    parseToml(`a = """${'""x'.repeat(100_000)}"""`);
    expect(process.cpuUsage(started).user / 1e6).toBeLessThan(20);
  });
});

/** The value as an independent reader sees it; undefined for text that it rejects. */
function other(text: string): unknown {
  try {
    return withoutScalars(parse(text));
  } catch {
    return undefined;
  }
}

/** Numbers, booleans and dates are null. */
function withoutScalars(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutScalars);
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null || value instanceof Date) return null;
  return Object.fromEntries(Object.entries(value).map(([name, it]) => [name, withoutScalars(it)]));
}

function acceptedOnlyHere(text: string): boolean {
  try {
    parseToml(text);
    return true;
  } catch {
    return false;
  }
}

function plain(read: Json): unknown {
  if (read instanceof Map) return Object.fromEntries(Array.from(read, ([name, it]) => [name, plain(it)]));
  return Array.isArray(read) ? read.map(plain) : read;
}
