import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { analyzer } from '../fixture.ts';

// Run by `npm run peers -- engines`, which installs DuckDB, ClickHouse and Spark.
const { ANALYZER_ENGINE_PATH: path = '', ANALYZER_ENGINE_PACKAGES: packages = '' } = process.env;
const repository = fileURLToPath(new URL('../../../../../', import.meta.url));
const cwd = mkdtempSync(join(tmpdir(), 'analyzer-engines-'));
const KINDS = ['--kinds', 'function-body,function-shape,near,block,block-shape'];
let root = '';

/** The packages of this repository, and copies with names that need escapes, as one index and as two exports. */
beforeAll(async () => {
  const copy = (from: string, to: string) => cpSync(join(repository, from), join(cwd, to), { recursive: true });
  copy('packages/core/src', 'core');
  copy('packages/contracts/src', 'contracts');
  copy('packages/core/src/relate', "odd/re\\late\t'x`/ünï");
  writeFileSync(join(cwd, 'core/line\nend.py'), readFileSync(join(repository, 'peers/src/grpc_client.py')));
  writeFileSync(join(cwd, 'odd/same.py'), readFileSync(join(repository, 'peers/src/grpc_client.py')));
  const runs = [
    ['index', 'contracts', 'core', 'odd', '--db', 'all.db'],
    ['index', 'contracts', 'core', '--db', 'a.db'],
    ['index', 'odd', '--db', 'b.db'],
    ['export', '--db', 'a.db', '--format', 'parquet', '-o', 'a'],
    ['export', '--db', 'b.db', '--format', 'parquet', '-o', "b'[*] {x}"],
  ];
  for (const run of runs) expect(await analyzer(['workspace', ...run], { cwd })).toMatchObject({ code: 0 });
  root = (await analyzer(['workspace', 'verify', '--db', 'all.db', ...KINDS], { cwd })).stdout.slice(0, 69);
  expect(root).toMatch(/^root [0-9a-f]{64}$/);
});
afterAll(() => rmSync(cwd, { recursive: true }));

test.each(['duckdb', 'clickhouse', 'spark'])('%s finds the groups of one index in two exports', async (engine) => {
  const env = { PATH: `${path}:${process.env.PATH}`, NODE_PATH: packages };
  const args = ['cluster', 'group', '--engine', engine, '--from', "b'[*] {x}", '--from', 'a', '-o', engine];
  const { code, stdout, stderr } = await analyzer(args, { cwd, env });
  expect({ code, stderr }).toMatchObject({ code: 0 });
  expect(stdout.slice(0, 69)).toBe(root);
  const [, groups = ''] = /\n([\d,]+) groups with [\d,]+ occurrences of 3 projects/.exec(stdout) ?? [];
  expect(Number(groups.replace(',', ''))).toBeGreaterThan(50);
  expect(await rowsOf(join(cwd, engine, 'groups'))).toBe(Number(groups.replace(',', '')));
  if (engine === 'spark') return;
  // Too little for the components of similar declarations.
  const small = await analyzer([...args, '--kinds', 'near', '--max-component', '200'], { cwd, env });
  expect(small).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Not complete: [\d,]+ components with [\d,]+ decl/),
  });
  expect(await rowsOf(join(cwd, engine, 'left_out'))).toBeGreaterThan(1);
  const blocks = await analyzer([...args, '--kinds', 'block,block-shape', '--max-class', '20'], { cwd, env });
  expect(blocks).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Not complete: [\d,]+ classes of runs with [\d,]+ units of blocks are/),
  });
  expect(await rowsOf(join(cwd, engine, 'left_out'))).toBeGreaterThan(1);
  // Again over its own result.
  expect(await analyzer(args, { cwd, env })).toMatchObject({ code: 0, stdout });
});

async function rowsOf(folder: string): Promise<number> {
  let rows = 0;
  for (const name of readdirSync(folder)) {
    const bytes = readFileSync(join(folder, name));
    rows += (await parquetReadObjects({ file: new Uint8Array(bytes).buffer })).length;
  }
  return rows;
}
