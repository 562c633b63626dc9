import { expect, test } from 'vitest';
import { markedNames } from './marked-names.ts';

const marked = (text: string, names: string[]) =>
  markedNames(text, names)
    .map((it) => (it.parameter === undefined ? it.text : `<${it.parameter}:${it.text}>`))
    .join('');

test('names of parameters are marked where they are complete words', () => {
  const text = 'def total(items, limit):\n    return items.limit + limited + limit';
  expect(marked(text, ['items', 'limit'])).toBe(
    'def total(<0:items>, <1:limit>):\n    return <0:items>.limit + limited + <1:limit>',
  );
});

test('a property is none, an argument list and a variable of PHP are', () => {
  expect(marked('f(...rest, this.rest)', ['rest'])).toBe('f(...<0:rest>, this.rest)');
  expect(marked('return $this->max + $max;', ['max'])).toBe('return $this->max + <0:$max>;');
});

test('the parts are the text', () => {
  const text = 'a b\nc a';
  expect(
    markedNames(text, ['a'])
      .map((it) => it.text)
      .join(''),
  ).toBe(text);
  expect(markedNames(text, [])).toEqual([{ text }]);
  expect(markedNames('', ['a'])).toEqual([]);
});
