import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { COMMANDS, firstLine, helpOf } from './commands.ts';

const table = readFileSync(join(import.meta.dirname, 'commands.ts'), 'utf8');
/** The module that each row of the table loads. */
const modules = new Map(
  [...table.matchAll(/ name: '([^']+)',[^{}]*? run: [^{}]*?import\('\.\/([^']+)'\)/g)].map(([, name, path]) => [
    name,
    path,
  ]),
);

describe('the first line of the file of a command says what it guards and how long it takes', () => {
  test.each(COMMANDS)('$name', (command) => {
    const text = readFileSync(join(import.meta.dirname, modules.get(command.name) ?? ''), 'utf8');
    expect(text.slice(0, text.indexOf('\n'))).toBe(firstLine(command));
  });
});

test('the help of the bench has each command with its arguments', () => {
  expect(new Set(COMMANDS.map(({ name }) => name)).size).toBe(COMMANDS.length);
  for (const { name, usage = '' } of COMMANDS) expect(helpOf(COMMANDS)).toContain(`\n${`${name} ${usage}`.trim()}\n`);
});
