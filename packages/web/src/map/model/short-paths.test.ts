import { expect, test } from 'vitest';
import { shortLabels } from './short-paths.ts';

test('a label is short as long as no other one ends with it', () => {
  const paths = [
    'work',
    'work/packages/core',
    'work/packages/web',
    'work/examples/vue/basic',
    'work/examples/react/basic',
  ];
  expect(shortLabels(paths)).toEqual(['work', 'core', 'web', 'vue/basic', 'react/basic']);
  expect(shortLabels(['a', 'b/a'])).toEqual(['a', 'b/a']);
  expect(shortLabels(['only'])).toEqual(['only']);
});
