import { join } from 'node:path';
import { configSkeleton } from '@analyzer/core/extract/plan/skeleton.ts';
import { expect, test } from 'vitest';
import { analyzer, folderWith } from '../cli/fixture.ts';
import { serviceFixture } from '../fixture.ts';
import { askGrpc, askRest, type Reply } from './fixture.ts';

const fixture = serviceFixture();

/** Files of two projects with the same functions, and paths as long as systems allow: a plan of more than 8 MiB. */
function manyCopies(): Record<string, string> {
  const functions = Array.from({ length: 32 }, (_, number) => {
    const steps = Array.from({ length: number + 3 }, (_, step) => `  total += items[${step}] * ${number};\n`);
    return `export function f${number}(items) {\n  let total = 0;\n${steps.join('')}  return total;\n}\n`;
  });
  const deep = Array.from({ length: 14 }, () => 'd'.repeat(250)).join('/');
  const paths = ['admin', 'shop'].flatMap((project) =>
    Array.from({ length: 40 }, (_, number) => `${project}/${deep}/f${number}.js`),
  );
  return Object.fromEntries(paths.map((path) => [path, functions.join('\n')]));
}

function problemIn(reply: Reply) {
  return reply !== 'none' && 'error' in reply ? reply.error : undefined;
}

test('a plan above the limit of gRPC and REST names the largest max_groups that fits', {
  timeout: 120_000,
}, async () => {
  const cwd = folderWith(manyCopies());
  const indexed = await analyzer(['workspace', 'index', 'admin', 'shop', '--engine', 'portable'], { cwd });
  expect(indexed).toMatchObject({ code: 0 });
  const service = fixture.open({ db: join(cwd, '.analyzer/index.db'), timeoutMs: 100_000 });
  const config = configSkeleton('shop', ['admin', 'shop']);
  for (const ask of [await askGrpc(service), await askRest(service)]) {
    const plan = (params: object): Promise<Reply> =>
      ask({ operation: 'extraction_plan', params: { config, ...params } });
    const { code, hint = '' } = problemIn(await plan({})) ?? {};
    expect({ code, hint }).toEqual({
      code: 'result_too_large',
      hint: expect.stringMatching(/^Lower max_groups to \d+\.$/),
    });
    const fitting = Number(/\d+/.exec(hint)?.[0]);
    expect(await plan({ max_groups: fitting })).toMatchObject({ ok: { data: { options: { max_groups: fitting } } } });
    expect(problemIn(await plan({ max_groups: fitting + 1 }))).toMatchObject({ code: 'result_too_large' });
  }
});
