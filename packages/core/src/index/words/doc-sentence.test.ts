import { expect, test } from 'vitest';
import vectors from '../../../../../fixtures/vectors/doc-sentences.json' with { type: 'json' };
import { docSentence } from './doc-sentence.ts';
import { TextLines } from './text-lines.ts';

/** @param marked `▸` is before the declaration */
function sentenceOf(language: string, marked: string): string {
  const [before = '', after = ''] = marked.split('▸');
  return docSentence(TextLines.of(before + after), TextLines.of(before).length - 1, language);
}

test.each(vectors.cases)('the doc comment of $language with $what', ({ language, code, sentence }) => {
  expect(sentenceOf(language, code)).toBe(sentence);
});

test('a long sentence is cut to 300 characters, and a long comment is not searched', () => {
  expect(sentenceOf('php', `/** ${'a'.repeat(400)} */\n▸f`)).toHaveLength(300);
  expect(sentenceOf('php', `/**${' * a\n'.repeat(200)} */\n▸f`)).toBe('');
  expect(sentenceOf('bash', `# ${'a '.repeat(1_000_000)}\n▸f() {`)).toHaveLength(300);
  expect(sentenceOf('python', `▸def f(${'('.repeat(1_000_000)}`)).toBe('');
});
