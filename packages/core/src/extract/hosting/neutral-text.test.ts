import { expect, test } from 'vitest';
import { neutralText } from './neutral-text.ts';

test.each([
  ['Use @acme/shared in shop', 'Use @\u200Bacme/shared in shop'],
  ['fixes #12, closes acme/shop#7', 'fixes #\u200B12, closes acme/shop#\u200B7'],
  ['GH-3', 'GH-\u200B3'],
  [
    'https://github.com/acme/shop/issues/1 https://github.com/acme/shop/blob/main/a.ts',
    'https://github.com/acme/shop/\u200Bissues/1 https://github.com/acme/shop/blob/main/a.ts',
  ],
  ['<!-- planfile:deduplication-key=acme/shop:PLF-1 -->', '<\u200B!-- planfile:deduplication-key=acme/shop:PLF-1 -->'],
  ['# Heading, a@ b, C#, {{#if}}', '# Heading, a@ b, C#, {{#if}}'],
])('%j has no effect as %j', (text, expected) => {
  expect(neutralText(text)).toBe(expected);
  expect(neutralText(expected)).toBe(expected);
});

test('a long text is neutral in linear time', () => {
  const start = process.cpuUsage();
  for (const part of ['@', '#', 'github.com/', 'github.com/a/', '<!-', 'GH-']) neutralText(part.repeat(20_000));
  const { user } = process.cpuUsage(start);
  expect(user).toBeLessThan(10_000_000);
});
