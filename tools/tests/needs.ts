import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { TEST_FILES } from '../test-files.cjs';
import type { NEEDS } from './projects.ts';

type Need = (typeof NEEDS)[number];

const testFiles = new RegExp(TEST_FILES, 'u');

/** What an import of a test shows that it needs; the first that is found counts. */
const SIGNS: readonly [need: Need, specifier: RegExp][] = [
  ['browser', /^playwright-core$/],
  ['postgres', /\/postgres-fixture\.ts$/],
  ['process', /^(node:child_process|vitest\/node)$/],
];

/**
 * @param root folder of the repository
 * @param path of a test file, relative to the root
 * @returns what the test and the files that only tests load import; undefined for a pure test
 */
export function needOf(root: string, path: string): Need | undefined {
  const imported = new Set<string>();
  const read = new Set<string>();
  const waiting = [path];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (read.has(file)) continue;
    read.add(file);
    for (const specifier of importsOf(join(root, file))) {
      imported.add(specifier);
      const target = targetOf(file, specifier);
      if (target !== undefined && testFiles.test(target) && existsSync(join(root, target))) waiting.push(target);
    }
  }
  return SIGNS.find(([, sign]) => [...imported].some((specifier) => sign.test(specifier)))?.[0];
}

function importsOf(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(/^(?:import|\} from|(?:im|ex)port .* from) '([^']+)'/gmu)].map(
    ([, specifier = '']) => specifier,
  );
}

/** @returns the path of a file of this repository */
function targetOf(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier);
  const ofPackage = /^(packages\/\w+)\//.exec(from)?.[1];
  if (specifier.startsWith('#')) return `${ofPackage}/src/${specifier.slice(1)}`;
  const [, name, path] = /^@analyzer\/(\w+)\/(.*)$/.exec(specifier) ?? [];
  return name === undefined ? undefined : `packages/${name}/src/${path}`;
}
