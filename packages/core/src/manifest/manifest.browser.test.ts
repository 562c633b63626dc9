import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import cases from '../../../../fixtures/manifest/schema-cases.json' with { type: 'json' };
import { NO_BROWSER, startBrowser } from '../../../web/src/map/testing/browser.ts';
import type { Validation } from './manifest.ts';
import { validateManifest } from './manifest.ts';

/** The library bundled for a page, without Node.js. */
async function bundled(): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: `import { validateManifest } from '@analyzer/core/manifest';
globalThis.validateAll = (texts) => texts.flatMap((text) => ['json', 'yaml'].map((format) => validateManifest(text, { format })));`,
      resolveDir: fileURLToPath(new URL('.', import.meta.url)),
    },
    bundle: true,
    write: false,
    platform: 'browser',
    format: 'iife',
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? '';
}

test.skipIf(NO_BROWSER !== undefined)(
  'validateManifest gives the same findings in a browser as in Node.js',
  async () => {
    const script = await bundled();
    const texts = cases.slice(0, 40).map(({ text }) => text);
    const browser = await startBrowser();
    try {
      const page = await browser.newPage();
      const found: Validation[] = await page.evaluate(`${script}\nvalidateAll(${JSON.stringify(texts)})`);
      expect(found).toEqual(
        texts.flatMap((text) => (['json', 'yaml'] as const).map((format) => validateManifest(text, { format }))),
      );
    } finally {
      await browser.close();
    }
  },
);

test('the bundle imports no module', async () => {
  expect(await bundled()).not.toMatch(/\brequire\(|\bprocess\.|from ?["']node:/);
});
