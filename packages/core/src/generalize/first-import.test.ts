import { expect, test } from 'vitest';
import { firstImportAt } from './first-import.ts';

test.each([
  ['javascript', '', 'export const a = 1;\n'],
  ['javascript', '#!/usr/bin/env node\n/* Licence\n * of it. */\n\n', '/** Of a. */\nexport const a = 1;\n'],
  ['javascript', '', '/** Of a. */\nexport const a = 1;\n/* end */\n\n'],
  ['typescript', '// Licence\n// of it\n\n\'use client\';\n"use strict"\n\n', "const a = 'b';\n"],
  ['typescript', "'use strict';\r\n\r\n", 'export const a = 1;\r\n'],
  [
    'python',
    '#!/usr/bin/env python\n# -*- coding: utf-8 -*-\n\n"""Of the file.\n\nMore.\n"""\n\n\n',
    'def f(): pass\n',
  ],
  ['python', '', '# Of f.\ndef f(): pass\n'],
  ['python', '', 'x = """a"""\n'],
])('%s: the first import is after %j', (language, before, after) => {
  expect(firstImportAt(before + after, language)).toBe(before.length);
});

test.each(['"', "'''", '/*', '//\n', '# \n', "'use x';\n", ' \n'])('many %j end in time', (part) => {
  for (const language of ['python', 'javascript']) {
    expect(firstImportAt(part.repeat(200_000), language)).toBeLessThanOrEqual(part.length * 200_000);
  }
});
