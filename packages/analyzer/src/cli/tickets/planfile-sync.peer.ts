import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { GitHubService } from '@analyzer/core/extract/hosting/planfile/github-fixture.ts';
import { readState } from '@analyzer/core/extract/state/state-file.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { analyzer, type Ended } from '../fixture.ts';

// Run by `npm run peers -- planfile`, which installs the program.
const { ANALYZER_PLANFILE: planfile = '' } = process.env;
const repository = fileURLToPath(new URL('../../../../../', import.meta.url));
const agent = join(repository, 'fixtures/extraction/agent.mjs');
const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'analyzer-sync-')));
let service: GitHubService;

beforeAll(async () => {
  service = await GitHubService.start('acme/shop');
  cpSync(join(repository, 'fixtures/query/projects'), join(cwd, 'projects'), { recursive: true });
  expect(
    await analyzer(['workspace', 'index', 'projects', '--discover', '--engine', 'portable'], { cwd }),
  ).toMatchObject({ code: 0 });
  const { stdout } = await analyzer(['tickets', 'config', '--coordinator', 'shop', '--planning', 'families'], { cwd });
  const config = JSON.parse(stdout);
  for (const one of config.repositories) one.remote = 'acme/shop';
  writeFileSync(join(cwd, 'config.json'), JSON.stringify(config));
  await tickets('plan', '--config', 'config.json', '--max-groups', '1', '-o', 'plan.json');
  for (const args of [
    ['init', '-q'],
    ['remote', 'add', 'origin', 'git@github.com:acme/shop.git'],
  ]) {
    execFileSync('git', ['-C', cwd, ...args], { stdio: 'pipe' });
  }
  await tickets('materialize', 'plan.json', '--tracker', 'planfile');
});
afterAll(async () => {
  await service.stop();
  rmSync(cwd, { recursive: true });
});

function run(...args: string[]): Promise<Ended> {
  return analyzer(['tickets', ...args], { cwd, env: { ...service.environment, ANALYZER_PLANFILE: planfile } });
}

/** The output of a command that succeeds. */
async function tickets(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await run(...args);
  expect({ code, stderr, args }).toEqual({ code: 0, stderr: '', args });
  return stdout;
}

test('tickets of two projects become issues while they run, and nothing is sent before', async () => {
  const { tickets: recorded } = readState(join(cwd, 'extraction-state.json'));
  const preview = await tickets('sync');
  expect(preview).toContain(
    `${recorded.length} to create, 0 to update, 0 current; nothing is sent without --execute\n`,
  );
  expect(await tickets('run', '--sync-remote')).toContain('nothing runs without --execute');
  expect(service.requests).toEqual([]);

  const ran = await tickets('run', '--execute', '--sync-remote', '--program', agent);
  expect(ran).toContain(`stopped: complete after ${recorded.length}`);
  expect(service.issues.map(({ isOpen }) => isOpen)).toEqual(recorded.map(() => false));
  expect(await tickets('sync')).toContain(`0 to create, 0 to update, ${recorded.length} current`);
  const before = service.requests.length;
  expect(await tickets('sync', '--execute')).toContain(`0 created, 0 updated, ${recorded.length} current\n`);
  expect(service.requests).toHaveLength(before);

  const files = readdirSync(cwd, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  const having = files.filter(({ parentPath, name }) =>
    readFileSync(join(parentPath, name), 'latin1').includes(service.token),
  );
  expect(having).toEqual([]);
});

test('the configuration of planfile for another repository prevents a sync', async () => {
  const file = join(cwd, 'projects/shop/.planfile/github.planfile.yaml');
  writeFileSync(file, 'integrations:\n  github:\n    repo: acme/other\n');
  const before = service.requests.length;
  const { code, stderr } = await run('sync', '--execute');
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringMatching(/remote: acme\/shop is not acme\/other, the repository of the tracker's/),
  });
  expect(service.requests).toHaveLength(before);
  rmSync(file);
});
