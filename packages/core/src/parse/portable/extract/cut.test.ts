import { expect, it } from 'vitest';
import vectors from '../../../../../../fixtures/vectors/cut.json' with { type: 'json' };
import { cut } from './cut.ts';

it.each(vectors.cases)('cuts: $about', ({ text, repeat, end, kept, cut: isCut }) => {
  const whole = text.repeat(repeat) + end;
  const expected = [...whole].slice(0, kept).join('') + (isCut ? '…' : '');
  expect(cut(whole)).toBe(expected);
});
