import { expect, test } from 'vitest';
import names from '../../../../languages/effect-names.json' with { type: 'json' };
import data from '../../../../languages/effects.json' with { type: 'json' };
import { EFFECTS, effectNamed, effectsOf } from './effects.ts';
import { NameGlob, NameGlobs } from './name-glob.ts';

test('every language defines every effect with valid globs', () => {
  for (const language of ['javascript', 'typescript', 'python', 'php', 'bash']) {
    expect([...(effectsOf(language)?.byName.keys() ?? [])]).toEqual([...EFFECTS]);
  }
  expect(effectsOf('rust')).toBeUndefined();
});

test('every synonym names exactly one effect', () => {
  const words = Object.entries(names).flatMap(([name, synonyms]) => [name, ...synonyms]);
  expect(new Set(words).size).toBe(words.length);
  expect(effectNamed(' HTTP ')).toBe('network');
  expect(effectNamed('file system')).toBe('filesystem');
  expect(effectNamed('dance')).toBeUndefined();
});

test.each<[glob: string, name: string, matches: boolean]>([
  ['fetch', 'fetch', true],
  ['fetch', 'api.fetch', false],
  ['fs.write*', 'node:fs/writeFile', true],
  ['fs.write*', 'fs.promises.writeFile', false],
  ['fs.**', 'fs.promises.writeFile', true],
  ['node:fs', 'fs', true],
  ['node:*', 'fs', false],
  ['node:*', 'node:fs', true],
  ['A\\B::run', 'A\\B.run', true],
  ['@scope/*', '@scope/x', true],
])('%s against %s', (glob, name, expected) => {
  expect(new NameGlob(glob).matches(name)).toBe(expected);
});

test('a glob of packages matches built-in modules without their prefix', () => {
  const matches = (glob: string, specifier: string) => new NameGlob(glob).matchesPackage(specifier);
  expect(['fs', 'fs/promises', 'node:fs', 'left-pad'].map((it) => matches('node:**', it))).toEqual([
    true,
    true,
    true,
    false,
  ]);
  expect(matches('node:fs', 'fs/promises')).toBe(true);
  expect(matches('fs', 'node:fs')).toBe(true);
});

test('a module glob matches submodules', () => {
  expect(new NameGlob('requests').matchesModule('requests.adapters.HTTPAdapter')).toBe(true);
  expect(new NameGlob('requests').matchesModule('requests2')).toBe(false);
});

test('NameGlobs matches exactly the names that one of its globs matches', () => {
  for (const { effects } of Object.values(data.languages)) {
    for (const { imports, calls } of Object.values(effects)) {
      const sources = [...imports, ...calls];
      const [all, each] = [new NameGlobs(sources), sources.map((source) => new NameGlob(source))];
      const names = sources.flatMap((it) => [it, `${it}.more`, `x.${it}`, `node:${it}`, it.replaceAll('*', 'a')]);
      for (const name of names) {
        expect(all.matches(name), name).toBe(each.some((glob) => glob.matches(name)));
        expect(all.matchesModule(name), name).toBe(each.some((glob) => glob.matchesModule(name)));
      }
    }
  }
});

test('matching a glob takes time linear in the name', () => {
  const before = process.cpuUsage();
  const glob = new NameGlob(`${'a*'.repeat(40)}b`);
  expect(glob.matches('a'.repeat(20_000))).toBe(false);
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(3000);
});
