import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProjectInlineConfiguration } from 'vitest/config';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The folders with tests. */
const FOLDERS = ['packages/*/src', 'tools', 'bench/src'];

/** What a test file needs is the last word of its name before `.test.ts`; a pure test has none. */
export const NEEDS = ['process', 'browser', 'postgres'] as const;

type Options = NonNullable<TestProjectInlineConfiguration['test']>;

const suffixed = (suffix: string): string[] => FOLDERS.map((folder) => `${folder}/**/*${suffix}.test.ts`);

// Starting a worker and loading modules takes longer than many tests, so files share both.
const named = (name: (typeof NEEDS)[number], options: Options = {}): TestProjectInlineConfiguration => ({
  extends: true,
  test: { name, include: suffixed(`.${name}`), isolate: false, ...options },
});

/** The projects of vitest: each test file belongs to exactly one. */
export const PROJECTS: TestProjectInlineConfiguration[] = [
  {
    extends: true,
    test: {
      name: 'pure',
      include: suffixed(''),
      exclude: suffixed(`.{${NEEDS.join(',')}}`),
      isolate: false,
    },
  },
  named('process'),
  // Its tests change the environment for the processes of browsers.
  named('browser', { isolate: true }),
  named('postgres', { globalSetup: ['tools/tests/postgres-server.ts'] }),
];

/** The files with long random searches, for `npm run test:deep`. */
export function deepProject(): TestProjectInlineConfiguration {
  const paths = ['packages', 'bench/src']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
    )
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.test.ts') && !path.includes('node_modules'));
  const globalSetup = ['tools/tests/postgres-server.ts'];
  // A project extends the configuration as it is without a mode, so it says itself that it is deep.
  const provide = { isDeep: true };
  const include = paths.filter(isSearch);
  return { extends: true, test: { name: 'deep', include, isolate: false, globalSetup, provide } };
}

function isSearch(path: string): boolean {
  return readFileSync(join(root, path), 'utf8').includes('/tools/tests/searches.ts');
}
