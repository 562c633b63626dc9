import { expect, test } from 'vitest';
import { formatOption } from './format.ts';

const formats = { terminal: { help: 'terminal (default)' }, json: { help: 'json (v1)' }, dot: { help: 'dot' } };

test('--format has the names of a table as choices, the first as default, and their help', () => {
  const option = formatOption(formats);
  expect(option.argChoices).toEqual(['terminal', 'json', 'dot']);
  expect(option.defaultValue).toBe('terminal');
  expect(option.description).toBe('terminal (default), json (v1) or dot');
});

test('the help of --format has a comma before the last format if a command asks for it', () => {
  expect(formatOption(formats, ', or ').description).toBe('terminal (default), json (v1), or dot');
});
