import { join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import type { Engine } from '#parse/engine.ts';
import { BUILT_HERE, NATIVE_MISSING } from '#parse/native/built-here.ts';
import { createNativeEngine } from '#parse/native/engine.ts';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import { contentOf, dbOf, engineOfThisProcess, indexFolder } from '../fixture.ts';

const mean = (name: string) => `def ${name}(values):
    total = 0
    for value in values:
        total = total + value
    return total / len(values)
`;

/** oxc needs minutes to parse it. */
const endless = '(a=('.repeat(8_000);

describe.skipIf(NATIVE_MISSING !== undefined)(`a project scanned whole${NATIVE_MISSING ?? ''}`, () => {
  const native = createNativeEngine({ jobs: 2, tokens: true, file: BUILT_HERE });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await native.close();
  });

  test('loses only the file that hangs the parser, and no rows from before the restart', async () => {
    vi.stubEnv('ANALYZER_RS_TEST_LIMITS', '1000');
    const folder = join(
      fixtureFolder({
        'w/api/package.json': '{}\n',
        'w/api/endless.js': endless,
        'w/api/a.mjs': "import { b } from './b.mjs';\nexport const a = () => b(1);\n",
        'w/api/b.mjs': 'export function b(n) { return [n, n + 1, n + 2, n * 3, n / 4]; }\n',
        'w/jobs/pyproject.toml': '',
        'w/jobs/mean.py': mean('mean'),
        'w/jobs/copy.py': mean('average'),
        'w/jobs/again.py': `${mean('mean')}\n${mean('other')}`,
      }),
      'w',
    );
    const portable = await engineOfThisProcess();
    const expected: Engine = {
      ...portable,
      parse: async (job) =>
        job.path.endsWith('endless.js') ? { status: 'timeout', reason: 'no end after 1 s' } : portable.parse(job),
    };
    await indexFolder(folder, { engine: expected });
    const content = await contentOf(dbOf(folder));
    expect(content.token_record?.length).toBeGreaterThan(2);
    await indexFolder(folder, {
      engine: { ...native, parse: () => Promise.reject(new Error('a file was parsed by itself')) },
    });
    expect(await contentOf(dbOf(folder))).toEqual(content);
  }, 120_000);
});
