import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NO_BROWSER, startBrowser } from './testing/browser.ts';
import { realMap } from './testing/real-map.ts';

const METHODS = Array.from({ length: 60 }, (_, at) => at);

/** More than 16,000 characters. `second` has another first method, and not the last one. */
function bigClass(second: boolean): string {
  const methods = METHODS.slice(0, second ? -1 : undefined).map((at) => {
    const rows = METHODS.slice(0, 6).map(
      (line) => `    this.total${line} = items.filter((it) => it.kind${at} > ${line}).length;`,
    );
    return [`  read${at}(items) {`, ...(at === 0 && second ? ['    this.open = true;'] : []), ...rows, '  }'].join(
      '\n',
    );
  });
  return `export class Report {\n${methods.join('\n')}\n}\n`;
}

/** More than 16,000 characters, of which only a line in the middle differs. */
function bigFunction(middle: string): string {
  const lines = Array.from(
    { length: 400 },
    (_, at) => `  total = add(total, row.value${at}, ${at === 200 ? middle : at});`,
  );
  return `export function sumOf(row, total) {\n${lines.join('\n')}\n  return total;\n}\n`;
}

/** Large enough for a list; the other copies have other numbers. */
function total(name: string, least: number, digits: number): string {
  return `export function ${name}(items) {
  const skipped = [];
  let total = 0;
  for (const item of items) {
    if (item.count > ${least}) total += item.price * item.count;
    else if (item.optional) skipped.push(item.name);
    else throw new RangeError(item.name + ' has a count of ' + item.count);
  }
  if (skipped.length > 0) console.warn('skipped', skipped.length, skipped.sort().join(', '));
  return { total: Number(total.toFixed(${digits})), skipped };
}
`;
}

describe.skipIf(NO_BROWSER !== undefined)('large groups of the map', () => {
  const folder = mkdtempSync(join(tmpdir(), 'analyzer-large-'));
  let browser: Browser;
  let address: string;
  let idOf: (name: string) => string;

  const open = async (name: string): Promise<Page> => {
    const page = await browser.newPage();
    page.on('pageerror', (error) => {
      throw error;
    });
    await page.goto(`${address}#/group?id=${idOf(name)}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    return page;
  };

  beforeAll(async () => {
    for (const [name, second] of [
      ['one', false],
      ['two', true],
    ] as const) {
      mkdirSync(join(folder, name));
      writeFileSync(join(folder, name, 'report.js'), bigClass(second));
      writeFileSync(join(folder, name, 'sum.js'), bigFunction(name));
    }
    writeFileSync(join(folder, 'one', 'totals.js'), [total('small', 3, 2), total('large', 90, 4)].join('\n'));
    const checkout = join(import.meta.dirname, '../../../..');
    const map = realMap({ one: relative(checkout, join(folder, 'one')), two: relative(checkout, join(folder, 'two')) });
    idOf = (name) => map.data.groups.find(({ names }) => names.includes(name))?.id ?? '';
    const file = join(folder, 'map.html');
    writeFileSync(file, map.html);
    address = pathToFileURL(file).href;
    browser = await startBrowser();
  }, 60_000);

  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true });
  });

  it('a class shows its members, and opens the one that is chosen', async () => {
    const page = await open('Report');
    await page.getByText('1 edited, 1 only on the left, 58 same').waitFor();
    const table = page.getByRole('table', { name: 'Members of both classes' });
    const rows = await table.getByRole('row').allInnerTexts();
    expect(rows.slice(1, 4).map((row) => row.trim().split(/\s+/).join(' '))).toEqual([
      'read0 edited 2-9 2-10',
      'read59 only on the left 474-481',
      'read1 same 10-17 11-18',
    ]);
    const code = page.getByRole('table', { name: 'The two copies, line by line' });
    await expect(code.innerText()).resolves.toContain('this.open = true;');
    await table.getByRole('button', { name: 'read59' }).click();
    await expect(code.innerText()).resolves.toContain('it.kind59 > 5');
    await expect(code.innerText()).resolves.not.toContain('this.open');
    await page.getByRole('button', { name: 'Complete classes' }).click();
    await expect(code.getByRole('button').allInnerTexts()).resolves.toContain('463 equal lines');
    await page.close();
  });

  it('copies are shown as one function, with what each of them passes', async () => {
    const page = await open('small');
    const section = page.locator('.one-function');
    await expect(section.innerText()).resolves.toContain(
      '2 copies of one can call smallOrLarge in totals.js, which saves',
    );
    const code = section.locator('pre');
    await expect(code.locator('mark').allInnerTexts()).resolves.toEqual(['limit', 'number', 'limit', 'number']);
    const rows = await section.getByRole('row').allInnerTexts();
    expect(rows.map((row) => row.trim().split(/\s+/).join(' '))).toEqual([
      'Copy limit number',
      'small totals.js:1 3 2',
      'large totals.js:13 90 4',
    ]);
    await page.close();
  });

  it('a long run of statements shows its differences, and folds equal lines until they are opened', async () => {
    const page = await open('sum.js');
    const code = page.getByRole('table', { name: 'The two copies, line by line' });
    await expect(code.innerText()).resolves.toContain('row.value200, one');
    await expect(code.innerText()).resolves.not.toContain('row.value100,');
    await code.getByRole('button').first().click();
    await expect(code.innerText()).resolves.toContain('row.value50,');
    await expect(page.getByText('Omitted').count()).resolves.toBe(0);
    await page.close();
  });
});
