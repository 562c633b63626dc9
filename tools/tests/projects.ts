import type { TestProjectInlineConfiguration } from 'vitest/config';

/** The folders with tests. */
const FOLDERS = ['packages/*/src', 'tools', 'bench/src'];

/** What a test file needs is the last word of its name before `.test.ts`; a pure test has none. */
export const NEEDS = ['process', 'browser', 'postgres'] as const;

type Options = NonNullable<TestProjectInlineConfiguration['test']>;

const suffixed = (suffix: string): string[] => FOLDERS.map((folder) => `${folder}/**/*${suffix}.test.ts`);

const named = (name: (typeof NEEDS)[number], options: Options = {}): TestProjectInlineConfiguration => ({
  extends: true,
  test: { name, include: suffixed(`.${name}`), ...options },
});

/** The projects of vitest: each test file belongs to exactly one. */
export const PROJECTS: TestProjectInlineConfiguration[] = [
  {
    extends: true,
    test: {
      name: 'pure',
      include: suffixed(''),
      exclude: suffixed(`.{${NEEDS.join(',')}}`),
    },
  },
  named('process'),
  named('browser'),
  named('postgres', { globalSetup: ['tools/tests/postgres-server.ts'] }),
];
