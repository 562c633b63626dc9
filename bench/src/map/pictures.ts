// Guards: docs/pictures, which it draws from a map of the large corpus. Takes: not measured.
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type { MapGroup } from '@analyzer/contracts/pages/map';
import { startBrowser } from '../../../packages/web/src/map/testing/browser.ts';
import { dataOf } from '../../../packages/web/src/map/testing/real-map.ts';
import { ANALYZER, REPOSITORY } from '../folders.ts';
import { measure } from '../measure/measure.ts';
import { requireLargeIndex } from '../queries/large-index.ts';

const PICTURES = join(REPOSITORY, 'docs/pictures');

/** Writes the pictures of the documentation from a map of the large corpus. `--db FILE`: an index of it. */
export async function picturesCommand(): Promise<void> {
  const { values } = parseArgs({ args: process.argv.slice(3), options: { db: { type: 'string' } } });
  const folder = mkdtempSync(join(tmpdir(), 'analyzer-pictures-'));
  try {
    const file = join(folder, 'map.html');
    const db = values.db ?? (await requireLargeIndex());
    await measure([ANALYZER, 'workspace', 'export', '--db', db, '--format', 'html', '-o', file]);
    const { groups } = dataOf(readFileSync(file, 'utf8'));
    const chosen = groups.find(tellsMuch);
    if (chosen === undefined) throw new Error('no group of the map is fit to be shown');
    mkdirSync(PICTURES, { recursive: true });
    await take(pathToFileURL(file).href, [
      ['map', '', 'light'],
      ['map-dark', '', 'dark'],
      ['group', `#/group?id=${chosen.id}`, 'light'],
      ['cycles', '#/cycles?number=2', 'dark'],
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A few edited copies in several projects, of a few dozen lines. */
function tellsMuch({ listed, projects, similarity = [], occurrence_count, lines }: MapGroup): boolean {
  const isEdited = similarity.length > 1 && similarity.every((its) => its > 700) && similarity.some((its) => its < 950);
  return isEdited && listed !== undefined && projects.project.length > 1 && occurrence_count < 5 && lines < 80;
}

async function take(url: string, shots: readonly (readonly [string, string, 'light' | 'dark'])[]): Promise<void> {
  const browser = await startBrowser();
  try {
    for (const [name, hash, colorScheme] of shots) {
      const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme });
      await page.goto(url + hash);
      await page.getByRole('main').waitFor();
      await page.waitForLoadState('networkidle');
      await page.screenshot({ path: join(PICTURES, `${name}.png`) });
      await page.close();
    }
  } finally {
    await browser.close();
  }
}
