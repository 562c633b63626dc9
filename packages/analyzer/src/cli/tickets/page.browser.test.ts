import { cpSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { NO_BROWSER, startBrowser } from '../../../../web/src/map/testing/browser.ts';
import { analyzer, folderWith } from '../fixture.ts';

const repository = fileURLToPath(new URL('../../../../../', import.meta.url));
/** Run in the page. */
const FILL = "getComputedStyle(document.querySelector('svg rect')).fill";
const screenshots = process.env.ANALYZER_TEST_SCREENSHOTS;

test.skipIf(NO_BROWSER !== undefined)(
  'the page of the tasks opens from disk alone, and a task leads to its row',
  async () => {
    const cwd = realpathSync(folderWith({}));
    cpSync(join(repository, 'examples/projects'), join(cwd, 'projects'), { recursive: true });
    const steps = [
      ['workspace', 'index', 'projects', '--discover', '--engine', 'portable'],
      ['tickets', 'config', '--coordinator', 'storefront', '--planning', 'families', '-o', 'config.json'],
      ['tickets', 'plan', '--config', 'config.json', '-o', 'plan.json'],
      ['tickets', 'plan', '--config', 'config.json', '--format', 'html', '-o', 'plan.html'],
      ['tickets', 'materialize', 'plan.json'],
      ['tickets', 'status', '--format', 'html', '-o', 'status.html'],
    ];
    for (const step of steps) expect(await analyzer(step, { cwd })).toMatchObject({ code: 0 });
    const browser = await startBrowser();
    try {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
      const troubles: string[] = [];
      page.on('console', (message) => troubles.push(message.text()));
      page.on('request', (request) => {
        if (!/^(file|data):/.test(request.url())) troubles.push(request.url());
      });
      for (const name of ['plan', 'status']) {
        await page.goto(pathToFileURL(join(cwd, `${name}.html`)).href);
        await page.locator('svg a').last().click();
        expect(await page.locator('tr:target').count()).toBe(1);
        // Without its style, rectangles are black.
        expect(await page.evaluate(FILL)).not.toBe('rgb(0, 0, 0)');
        if (screenshots !== undefined) {
          await page.screenshot({ path: join(screenshots, `tickets-${name}.png`), fullPage: true });
        }
      }
      expect(troubles).toEqual([]);
    } finally {
      await browser.close();
    }
  },
);
