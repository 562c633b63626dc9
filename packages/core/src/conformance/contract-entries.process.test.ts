import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { engineOfThisProcess } from '#index/fixture.ts';
import { readManifest } from '#manifest/validate-manifest.ts';
import type { Engine } from '#parse/engine.ts';
import { checkManifest } from './check.ts';
import { projectWith } from './verdict-fixture.ts';

const path = fileURLToPath(new URL('../../../../docs/specifications/contract-entries.md', import.meta.url));
const page = readFileSync(path, 'utf8');

let engine: Engine;
beforeAll(async () => {
  engine = await engineOfThisProcess();
});

/** `npx vitest run … -u` rewrites the page. */
test('docs/specifications/contract-entries.md shows the exact verdicts of each example, which is violated', async () => {
  const sections: string[] = [];
  for (const section of page.split(/^(?=##+ )/m)) sections.push(await withVerdicts(section));
  await expect(sections.join('')).toMatchFileSnapshot(path);
});

async function withVerdicts(section: string): Promise<string> {
  const blocks = [...section.matchAll(/^```(\w+)(?: (\S+))?\n([\s\S]*?)^```$/gm)];
  const contract = blocks.find(([, kind]) => kind === 'yaml')?.[3];
  if (contract === undefined) return section;
  const files = blocks.flatMap(([, , file, text = '']) => (file === undefined ? [] : [[file, text]]));
  const indented = contract.replaceAll(/^(?=.)/gm, '    ').replace('    ', '  - ');
  const manifest = `effects: closed\ncontracts:\n${indented}    intent: x\n`;
  const { root } = readManifest(manifest, { format: 'yaml' });
  if (root === undefined) throw new Error(`no manifest: ${manifest}`);
  const project = await projectWith(Object.fromEntries(files), engine);
  const { problems } = checkManifest(root, project, { baseline: new Set() });
  expect(problems, contract).not.toEqual([]);
  const lines = problems.flatMap(({ kind, message, evidence }) => [
    `${kind}  ${message}`,
    ...evidence.map(({ path: at, line, text, through }) => {
      const way = through.length === 0 ? '' : `  through ${through.join(' → ')}`;
      return `    ${at}:${line}  ${text}${way}`;
    }),
  ]);
  return section.replace(/^```text\n[\s\S]*?^```$/m, () => ['```text', ...lines, '```'].join('\n'));
}
