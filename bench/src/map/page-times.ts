import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { startBrowser } from '../../../packages/web/src/map/testing/browser.ts';

const ROUNDS = 5;

/** Milliseconds since opening the file or since the previous step; each list has all rounds in ascending order. */
export interface PageTimes {
  firstControl: number[];
  /** From typing a name to the first hit: the links have been unpacked. */
  search: number[];
  /** From following a link to a group to its two copies side by side: the sources have been unpacked. */
  comparison: number[];
}

/**
 * Opens a map from disk, each time in a new browser process.
 *
 * @param group id of a group with source
 * @throws if the page logs an error or sends a network request
 */
export async function timePage(file: string, name: string, group: string): Promise<PageTimes> {
  const times: PageTimes = { firstControl: [], search: [], comparison: [] };
  for (let round = 0; round < ROUNDS; round++) {
    const browser = await startBrowser();
    try {
      await visit(browser, pathToFileURL(file).href, { name, group }, times);
    } finally {
      await browser.close();
    }
  }
  for (const list of [times.firstControl, times.search, times.comparison]) list.sort((a, b) => a - b);
  return times;
}

async function visit(
  browser: Browser,
  url: string,
  { name, group }: { name: string; group: string },
  times: PageTimes,
): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    if (!/^(file|data):/.test(request.url())) complaints.push(`asks for ${request.url()}`);
  });
  await page.goto(url);
  await page.getByRole('main').waitFor();
  await page.waitForFunction('performance.getEntriesByName("first-control").length > 0');
  times.firstControl.push(await page.evaluate<number>('performance.getEntriesByName("first-control")[0].startTime'));
  let since = performance.now();
  await page.keyboard.press('/');
  await page.keyboard.type(name);
  await page.getByRole('option').first().waitFor();
  times.search.push(performance.now() - since);
  since = performance.now();
  await page.evaluate(`location.hash = '#/group?id=${group}'`);
  await page.getByRole('table', { name: 'The two copies, line by line' }).waitFor();
  times.comparison.push(performance.now() - since);
  if (complaints.length > 0) throw new Error(`the page complains: ${complaints.join('; ')}`);
}
