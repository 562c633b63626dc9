import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nestingStack, tokenStack } from './nesting-estimate.ts';

/** A source (`before`, `open` and `close` repeated around `middle`, `after`) and the stack that its nesting needs. */
interface Vector {
  about: string;
  before: string;
  open: string;
  times: number;
  middle: string;
  close: string;
  after: string;
  stack: number;
}

const VECTORS: Vector[] = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../../../fixtures/vectors/nesting.json'), 'utf8'),
);

function sourceOf({ before, open, times, middle, close, after }: Vector, factor: number): Buffer {
  return Buffer.from(before + open.repeat(times * factor) + middle + close.repeat(times * factor) + after);
}

test.each(VECTORS)('estimated stack: $about', (vector) => {
  expect(nestingStack(sourceOf(vector, 1))).toBe(vector.stack);
});

const GROWING = VECTORS.filter(({ about }) => / adds? up$/.test(about) && !about.includes(' not '));

test.each(GROWING)('ten times as deep needs ten times the stack: $about', (vector) => {
  const factor = nestingStack(sourceOf(vector, 10)) / vector.stack;
  expect(factor).toBeGreaterThan(9);
  expect(factor).toBeLessThan(10.1);
});

const FLAT = VECTORS.filter(({ about }) => / not( add up)?$/.test(about));

test.each(FLAT)('ten times as long needs the same stack: $about', (vector) => {
  expect(nestingStack(sourceOf(vector, 10))).toBe(vector.stack);
});

test('a flat minified file of 8 MiB needs no more stack than its one statement', () => {
  const statement = 'var a=function(b,c){if(b){return c.d(b+1)}else{return[c,{e:b}]}};a(1,2);';
  const flat = Buffer.from(statement.repeat(Math.ceil((8 << 20) / statement.length)));
  expect(nestingStack(flat)).toBe(nestingStack(Buffer.from(statement)));
  expect(tokenStack(flat)).toBeGreaterThan(1 << 30);
});

test('a line of escaped quotes is scanned in linear time', () => {
  const before = process.cpuUsage();
  nestingStack(Buffer.from("\\'".repeat(1 << 20)));
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(5_000);
});
