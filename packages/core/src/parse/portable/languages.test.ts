import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { sourcesDigest } from '../../../../../tools/bash-syntax/sources.mjs';
import bash from '../../../../../languages/bash.json' with { type: 'json' };
import { languages } from './languages.ts';

const grammars = new URL('../../../../../languages/grammars/', import.meta.url);
const readme = readFileSync(new URL('README.md', grammars), 'utf8');
const ours = new URL('../../../../../native/bash-syntax/', import.meta.url);
const read = [...languages.values()].filter((data) => data.grammar !== undefined);

it.each(read)('$id has the grammar that its data names, with its licence', ({ id, grammar }) => {
  const data: unknown = JSON.parse(readFileSync(new URL(`../${id}.json`, grammars), 'utf8'));
  const bytes = readFileSync(new URL(grammar?.file ?? '', grammars));
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  expect(data).toMatchObject({ grammar: { sha256 } });
  expect(existsSync(new URL(grammar?.file.replace('.wasm', '.LICENSE') ?? '', grammars))).toBe(true);
  expect(data).toHaveProperty('grammar.version');
  expect(readme).toContain(`\`${grammar?.file}\``);
});

it('the Bash parser is the one compiled from its sources; else run `npm run bash-syntax`', () => {
  const { file, sha256, sources, version } = bash.syntax;
  const bytes = readFileSync(new URL(file, grammars));
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
  expect(sourcesDigest(fileURLToPath(ours))).toBe(sources);
  expect(readFileSync(new URL('Cargo.toml', ours), 'utf8')).toContain(`version = "${version}"`);
  expect(readme).toContain(`\`${file}\``);
});
