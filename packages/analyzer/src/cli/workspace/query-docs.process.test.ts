import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { INDEX_OPERATIONS } from '@analyzer/core/query/operations.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { analyzer } from '../fixture.ts';

const repository = fileURLToPath(new URL('../../../../../', import.meta.url));
const path = join(repository, 'docs/use/query.md');
const page = readFileSync(path, 'utf8');

/** The folder in which the commands of the page run, with the projects that the page describes. */
const folder = mkdtempSync(join(tmpdir(), 'analyzer-query-docs-'));

beforeAll(async () => {
  cpSync(join(repository, 'fixtures/query/projects'), join(folder, 'fixtures/query/projects'), { recursive: true });
  const [index] = commandsOf(page);
  expect(await analyzer(index ?? [], { cwd: folder })).toMatchObject({ code: 0 });
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Arguments of the one-line commands in a text. */
function commandsOf(text: string): string[][] {
  return [...text.matchAll(/^npx analyzer (.*)$/gm)].map(([, line = '']) => wordsOf(line));
}

/** Splits a line like a shell, with the quotes that the page uses. */
function wordsOf(line: string): string[] {
  return [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
}

/** Formats JSON for a page: values that fit are on one line. */
function layOut(value: unknown, indent = '', lead = ''): string {
  const flat = JSON.stringify(value, null, 1).replace(/\n\s*/g, ' ');
  if (typeof value !== 'object' || value === null || (indent + lead + flat).length <= 118) return flat;
  const inner = `${indent}  `;
  const items = Array.isArray(value)
    ? value.map((item: unknown) => inner + layOut(item, inner))
    : Object.entries(value).map(([name, item]) => `${inner}"${name}": ${layOut(item, inner, `"${name}": `)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${items.join(',\n')}\n${indent}${close}`;
}

test('each example of docs/use/query.md has the shown result', async () => {
  const parts = page.split(/(?<=^```json\n)[^`]*(?=^```$)/m);
  let written = '';
  for (const [index, part] of parts.slice(0, -1).entries()) {
    const { code, stdout, stderr } = await analyzer(commandsOf(part).at(-1) ?? [], { cwd: folder });
    const answer = JSON.parse(code === 0 ? stdout : stderr);
    // The page shows the envelope once.
    const shown = code === 0 && index > 0 ? { data: answer.data } : answer;
    written += `${part}${layOut(shown)}\n`;
  }
  await expect(written + parts.at(-1)).toMatchFileSnapshot(path);
});

test('the page lists exactly the operations with their parameters', () => {
  const sections = page.split(/^### /m).slice(1);
  const common = parametersOf(page.split('\n## Operations\n')[0]?.split('\n## Pages\n')[1] ?? '');
  const documented = sections.map((section) => {
    const [name = ''] = section.split('\n');
    return [name, parametersOf(section.split('\n## ')[0] ?? '').sort()];
  });
  expect(documented).toEqual(
    INDEX_OPERATIONS.map(({ name, params }) => {
      const isList = 'max_chars' in params.properties;
      const own = Object.keys(params.properties).filter(
        (parameter) => parameter !== 'snapshot_id' && !(isList && common.includes(parameter)),
      );
      return [name, own.sort()];
    }),
  );
  expect(common).toEqual(['offset', 'limit', 'max_chars', 'snapshot_id']);
});

test('the page lists exactly the options of the command', () => {
  const flags = (text: string) => [...new Set(text.match(/(?<![\w-])--[a-z][a-z-]*/g))].sort();
  const options = flags(readFileSync(join(repository, 'fixtures/cli/help.workspace-query.txt'), 'utf8'));
  expect(flags(page).filter((flag) => flag !== '--discover')).toEqual(options.filter((flag) => flag !== '--help'));
});

/** Code in the first cells of tables. */
function parametersOf(text: string): string[] {
  return [...text.matchAll(/^\| (`[^|]*`) \|/gm)].flatMap(([, cell = '']) => cell.match(/(?<=`)\w+(?=`)/g) ?? []);
}
