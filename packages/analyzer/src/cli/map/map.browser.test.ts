import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { NO_BROWSER, startBrowser } from '../../../../web/src/map/testing/browser.ts';
import { analyzer, folderWith } from '../fixture.ts';

const projects = fileURLToPath(new URL('../../../../../fixtures/export/projects', import.meta.url));
/** Names that contain markup. */
const hostile = {
  'shop/src/<img src=x onerror=alert(1)>.js':
    'export function a(b, c) { return [b, c, b + c, b - c, b * c, "</script><script>alert(2)</script>"]; }\n',
  'api/src/<b>bold.js':
    'export function a(b, c) { return [b, c, b + c, b - c, b * c, "</script><script>alert(2)</script>"]; }\n',
};

test.skipIf(NO_BROWSER !== undefined)('the page opens from disk alone, and compares two copies', async () => {
  const cwd = folderWith(hostile);
  cpSync(projects, cwd, { recursive: true });
  expect((await analyzer(['map', '.'], { cwd })).code).toBe(0);
  const browser = await startBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    const troubles: string[] = [];
    page.on('console', (message) => troubles.push(message.text()));
    page.on('pageerror', (error) => troubles.push(error.message));
    page.on('dialog', (dialog) => troubles.push(dialog.message()));
    page.on('request', (request) => {
      if (!/^(file|data):/.test(request.url())) troubles.push(request.url());
    });
    await page.goto(pathToFileURL(join(cwd, 'analyzer-map.html')).href);
    await page.getByText('slugify').first().waitFor();
    await page.getByText('slugify').first().click();
    await page.locator('mark.differs').first().waitFor();
    const marked = await page.locator('mark.differs').allTextContents();
    expect(new Set(marked)).toEqual(
      new Set(['title', 'name', 'limit', 'most', 'plain', 'base', 'words', 'parts', 'word', 'part']),
    );
    if (process.env.ANALYZER_TEST_SCREENSHOTS !== undefined) {
      await page.screenshot({ path: join(process.env.ANALYZER_TEST_SCREENSHOTS, 'map-command.png') });
    }
    expect(troubles).toEqual([]);
  } finally {
    await browser.close();
  }
});
