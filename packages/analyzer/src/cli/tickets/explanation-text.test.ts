import { expect, test } from 'vitest';
import { explanationText } from './explanation-text.ts';

test('a value of several lines is printed as lines below each other, without control characters', () => {
  const facts = [
    { label: 'task', value: 'design' },
    { label: 'last error', value: 'Traceback:\r\n  line 1\n\u001b[31mfailed\n' },
  ];
  expect(explanationText({ facts, refusals: ['a.js: no'], next: undefined })).toBe(
    [
      'task        design',
      'last error  Traceback:',
      '              line 1',
      '            \\e[31mfailed',
      'refused     a.js: no',
      'next        nothing',
      '',
    ].join('\n'),
  );
});
