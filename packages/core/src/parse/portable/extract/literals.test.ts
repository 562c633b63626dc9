import { expect, it } from 'vitest';
import vectors from '../../../../../../fixtures/vectors/literals.json' with { type: 'json' };
import { type LiteralRule, normalLiteral } from './literals.ts';

const rules: LiteralRule[] = ['number', 'string-prefix', 'string-end', 'lower-case'];
const cases = rules.flatMap((rule) => vectors[rule].map(([text = '', normal = '']) => ({ rule, text, normal })));

it.each(cases)('$rule $text is $normal', ({ rule, text, normal }) => {
  expect(normalLiteral(rule, text)).toBe(normal);
  if (rule !== 'string-end') expect(normalLiteral(rule, normal)).toBe(normal);
});
