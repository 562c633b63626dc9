import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { writeFiles } from '@analyzer/core/tree/fixture-folder.ts';
import { git } from '@analyzer/core/tree/git/git-fixture.ts';
import { expect, test } from 'vitest';
import { NO_BROWSER, startBrowser } from '../../../../web/src/map/testing/browser.ts';
import { analyzer, folderWith } from '../fixture.ts';

/** A function of ten lines that is not small for a list. */
const SETTLE = `def settle(order, rates, limit):
    total = 0
    for line in order.lines:
        price = rates.lookup(line.product, order.currency)
        if price is None:
            raise KeyError(line.product)
        total = total + price * line.amount
    if total > limit:
        return order.refuse(total, limit)
    return order.accept(total)
`;

function commit(folder: string, files: Record<string, string>, subject: string): void {
  writeFiles(folder, files);
  git(folder, 'add', '-A');
  git(folder, 'commit', '-q', '-m', subject);
}

test.skipIf(NO_BROWSER !== undefined)('the page History shows the share and the steps of a project', async () => {
  const cwd = folderWith({ 'shop/package.json': '{}', 'new/package.json': '{}', 'new/a.py': SETTLE });
  const shop = join(cwd, 'shop');
  git(shop, 'init', '-q', '-b', 'main');
  commit(shop, { 'a.py': SETTLE }, 'start');
  commit(shop, { 'b.py': SETTLE }, '<img src=x onerror=alert(1)> copy it');
  const { code, stderr } = await analyzer(['map', '.', '--history', '--engine', 'portable', '--no-cache'], { cwd });
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: 'No history of new: no commit of a git repository has the folder.\n',
  });
  cpSync(join(cwd, 'analyzer-map.html'), join(cwd, 'moved.html'));
  const browser = await startBrowser();
  try {
    const page = await browser.newPage();
    const troubles: string[] = [];
    page.on('console', (message) => troubles.push(message.text()));
    page.on('pageerror', (error) => troubles.push(error.message));
    page.on('dialog', (dialog) => troubles.push(dialog.message()));
    await page.goto(pathToFileURL(join(cwd, 'moved.html')).href);
    await page.getByRole('link', { name: 'History' }).click();
    await page.getByRole('heading', { name: 'shop' }).waitFor();
    expect(await page.locator('figcaption').allTextContents()).toEqual([
      'product code: 0.0 % → 100.0 %, at most 100.0 %',
    ]);
    const rows = await page.locator('.steps tbody tr').allTextContents();
    expect(rows.map((row) => row.replace(/^\S+ \S+ /, ''))).toEqual([
      '<img src=x onerror=alert(1)> copy it2020100.0 %20010',
      'start1000.0 %0000',
    ]);
    expect(troubles).toEqual([]);
    if (process.env.ANALYZER_TEST_SCREENSHOTS !== undefined) {
      await page.screenshot({ path: join(process.env.ANALYZER_TEST_SCREENSHOTS, 'map-history.png') });
    }
  } finally {
    await browser.close();
  }
});

test.skipIf(NO_BROWSER !== undefined)('a map without histories has no page History', async () => {
  const cwd = folderWith({ 'shop/package.json': '{}', 'shop/a.py': SETTLE });
  expect((await analyzer(['map', '.'], { cwd })).code).toBe(0);
  const browser = await startBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(pathToFileURL(join(cwd, 'analyzer-map.html')).href);
    await page.getByRole('link', { name: 'Omissions' }).waitFor();
    expect(await page.getByRole('link', { name: 'History' }).count()).toBe(0);
  } finally {
    await browser.close();
  }
});

test.skipIf(NO_BROWSER !== undefined)(
  'with --blame a group says when each copy came, with escaped subjects',
  async () => {
    const cwd = folderWith({ 'shop/package.json': '{}' });
    const shop = join(cwd, 'shop');
    git(shop, 'init', '-q', '-b', 'main');
    commit(shop, { 'a.py': SETTLE }, 'start');
    commit(shop, { 'b.py': SETTLE }, '<img src=x onerror=alert(1)> copy it');
    const { code } = await analyzer(['map', '.', '--blame', '--engine', 'portable', '--no-cache'], { cwd });
    expect(code).toBe(0);
    const browser = await startBrowser();
    try {
      const page = await browser.newPage();
      const troubles: string[] = [];
      page.on('console', (message) => troubles.push(message.text()));
      page.on('pageerror', (error) => troubles.push(error.message));
      page.on('dialog', (dialog) => troubles.push(dialog.message()));
      await page.goto(`${pathToFileURL(join(cwd, 'analyzer-map.html')).href}#/groups`);
      await page.getByRole('link', { name: 'settle' }).first().click();
      await page.locator('.ages').waitFor();
      expect(await page.locator('.ages').textContent()).toMatch(
        /^Not edited since they came; they are equal since [-0-9]{10} \([0-9a-f]{8}\)\.$/,
      );
      const came = await page.locator('td.came').allTextContents();
      expect(came.map((text) => text.replace(/^\S+ \S+$/, 'day and commit'))).toEqual([
        expect.stringMatching(/, first$/),
        'day and commit',
      ]);
      expect(await page.locator('td.came').last().getAttribute('title')).toBe('<img src=x onerror=alert(1)> copy it');
      expect(troubles).toEqual([]);
      if (process.env.ANALYZER_TEST_SCREENSHOTS !== undefined) {
        await page.screenshot({ path: join(process.env.ANALYZER_TEST_SCREENSHOTS, 'map-blame.png') });
      }
    } finally {
      await browser.close();
    }
  },
);
