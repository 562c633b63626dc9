import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import bash from '../../../../../languages/bash.json' with { type: 'json' };
import { languages } from './languages.ts';

const grammars = new URL('../../../../../languages/grammars/', import.meta.url);
const readme = readFileSync(new URL('README.md', grammars), 'utf8');
const read = [...languages.values()].filter((data) => data.grammar !== undefined);

it.each(read)('$id has the grammar of its data, with its licence', ({ id, grammar }) => {
  const data: unknown = JSON.parse(readFileSync(new URL(`../${id}.json`, grammars), 'utf8'));
  const bytes = readFileSync(new URL(grammar?.file ?? '', grammars));
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  expect(data).toMatchObject({ grammar: { sha256 } });
  expect(existsSync(new URL(grammar?.file.replace('.wasm', '.LICENSE') ?? '', grammars))).toBe(true);
  expect(readme).toContain(`\`${grammar?.file}\``);
});

it.each(read)('the crate and the table of grammars have the version of the language data of $id', ({ id }) => {
  const data: { grammar: { version: string } } = JSON.parse(readFileSync(new URL(`../${id}.json`, grammars), 'utf8'));
  const manifest = new URL(`../../../../../native/grammars/${id}/Cargo.toml`, import.meta.url);
  expect(readFileSync(manifest, 'utf8')).toContain(`version = "${data.grammar.version}"`);
  expect(readme).toContain(`| ${data.grammar.version} |`);
});

it('each grammar in the repository is built from its patch', () => {
  const tool = fileURLToPath(new URL('../../../../../tools/grammars.mjs', import.meta.url));
  const { status, stderr } = spawnSync(process.execPath, [tool, '--check'], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

it('the Bash parser in the repository is compiled from its sources', () => {
  const tool = fileURLToPath(new URL('../../../../../tools/bash-syntax.mjs', import.meta.url));
  const { status, stderr } = spawnSync(process.execPath, [tool, '--check'], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const manifest = new URL('../../../../../native/bash-syntax/Cargo.toml', import.meta.url);
  expect(readFileSync(manifest, 'utf8')).toContain(`version = "${bash.syntax.version}"`);
  expect(readme).toContain(`\`${bash.syntax.file}\``);
});
