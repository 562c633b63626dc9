import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { validate as isRebase } from '@analyzer/contracts/analyzer.extraction-rebase.v1/validate';
import { commitAll } from '@analyzer/core/tree/git/git-fixture.ts';
import { describe, expect, test } from 'vitest';
import { analyzer } from '../fixture.ts';
import { COPY, TOTAL, Work } from './work-fixture.ts';

const repository = fileURLToPath(new URL('../../../../../', import.meta.url));

/** Another caller, at the start of the file with the copy. */
const CALLER = `import { roundTo } from './round.js';\n\nexport const half = (value) => roundTo(value / 2, 2);\n`;

test('help.tickets-rebase.txt', async () => {
  const { stdout } = await analyzer(['tickets', 'rebase', '--help']);
  await expect(stdout).toMatchFileSnapshot(join(repository, 'fixtures/cli/help.tickets-rebase.txt'));
});

async function rebase(it: Work, ...args: string[]): Promise<string> {
  await it.ok(['workspace', 'index', 'shop', 'billing']);
  return it.ok(['tickets', 'rebase', ...args]);
}

async function stateOf(it: Work, name: string): Promise<[ticket: string, state: string]> {
  const { stdout } = await it.run(['tickets', 'status', '--format', 'json']);
  const { tasks } = JSON.parse(stdout);
  const task = tasks.find(({ task_key: key }: { task_key: string }) => key === it.key(name));
  return [task.ticket_key, task.state];
}

describe('tickets rebase', { timeout: 240_000 }, () => {
  test('keeps the results of functions that did not change, and asks again for those that did', async () => {
    const it = await Work.create();
    await it.design();
    const design = it.key('design shop');
    expect(await rebase(it, '--dry-run')).toContain('no copy changed: 1 kept');

    // A caller is not the function: the design still holds.
    it.write('billing/src/half.js', CALLER);
    commitAll(join(it.cwd, 'billing'));
    const links = await rebase(it);
    expect(links).toContain('billing: src/round.js roundTo: imports or callers changed\n');
    expect(links).toContain(`kept     ${design}  shop\n`);
    expect(await stateOf(it, 'design shop')).toEqual([design, 'complete']);

    // Both copies change in the same way: the family keeps its id.
    for (const project of ['billing', 'shop']) {
      it.write(`${project}/src/round.js`, COPY.replace(': 0', ': digits'));
      it.write(`${project}/src/total.js`, `// Moved.\n${TOTAL}`);
      commitAll(join(it.cwd, project));
    }
    const preview = await rebase(it, '--dry-run', '--format', 'json');
    expect(isRebase(JSON.parse(preview))).toBe(true);
    expect(JSON.parse(preview)).toMatchObject({
      changes: [
        { project: 'billing', change: 'code' },
        { project: 'shop', change: 'code' },
      ],
      dropped: [],
    });
    expect(await stateOf(it, 'design shop')).toEqual([design, 'complete']);
    expect(await rebase(it)).toContain(`again    ${design}  shop\n`);
    expect(await stateOf(it, 'design shop')).toEqual([`${design}-r2`, 'ready']);
    expect(it.read(`shop/.analyzer-artifacts/refused/${design}/result.json`)).toContain(design);
    expect(await rebase(it)).toContain('no copy changed');
    await it.design();
    expect(await stateOf(it, 'design shop')).toEqual([`${design}-r2`, 'complete']);
  });

  test('with another name of the package keeps the design, and asks again for the package', async () => {
    const it = await Work.create();
    const { package_id: id, ...target } = it.package;
    await it.design();
    await it.begin('package shop');
    it.writePackage();
    await it.submit('package shop');
    const config = JSON.parse(it.read('config.json'));
    const money = { id, name: '@acme/money', project: 'shop', path: target.path, language: 'javascript' };
    config.packages.push({ ...money, kind: 'package' });
    it.write('config.json', JSON.stringify(config));
    const preview = JSON.parse(await rebase(it, '--config', 'config.json', '--dry-run', '--format', 'json'));
    expect(isRebase(preview)).toBe(true);
    expect(preview.packages).toEqual([{ package_id: id, change: 'changed', properties: ['name'] }]);
    const printed = await rebase(it, '--config', 'config.json');
    expect(printed).toContain(`config   ${id}  other name\n`);
    expect(printed).toContain(`kept     ${it.key('design shop')}  shop\n`);
    expect(printed).toContain(`again    ${it.key('package shop')}  shop\n`);
    expect(await stateOf(it, 'design shop')).toEqual([it.key('design shop'), 'complete']);
    expect(await stateOf(it, 'package shop')).toEqual([`${it.key('package shop')}-r2`, 'ready']);
    expect(await rebase(it, '--config', 'config.json')).toContain('no copy changed: 1 kept');
  });

  test('with a property that concerns no task keeps all work', async () => {
    const it = await Work.create();
    await it.design();
    it.write('config.json', JSON.stringify({ ...JSON.parse(it.read('config.json')), new_package_directory: 'libs' }));
    const printed = await rebase(it, '--config', 'config.json');
    expect(printed).toContain(`kept     ${it.key('design shop')}  shop\n`);
    expect(await stateOf(it, 'design shop')).toEqual([it.key('design shop'), 'complete']);
    expect(await stateOf(it, 'package shop')).toEqual([it.key('package shop'), 'ready']);
  });

  test('with another home moves the family to a new package, whose tasks are new', async () => {
    const it = await Work.create();
    await it.design();
    const config = JSON.parse(it.read('config.json'));
    const home = { id: 'home', name: 'billing', project: 'billing', path: 'lib/round.js', language: 'javascript' };
    config.packages.push({ ...home, kind: 'package' });
    config.routes.push({ package_id: 'home' });
    it.write('config.json', JSON.stringify(config));
    const printed = await rebase(it, '--config', 'config.json');
    expect(printed).toContain('config   home  added\n');
    expect(printed).toMatch(/config {3}f_\w+ {2}from shared-javascript-\w+ to home\n/);
    expect(printed).toContain(`dropped  ${it.key('design shop')}  shop\n`);
    const { tasks } = JSON.parse((await it.run(['tickets', 'status', '--format', 'json'])).stdout);
    expect(tasks.map(({ stage, project, state }: Record<string, string>) => `${stage} ${project} ${state}`)).toEqual([
      'design billing ready',
      'package billing waiting',
      'verify billing waiting',
      'migrate billing waiting',
      'validate billing waiting',
      'migrate shop waiting',
      'validate shop waiting',
    ]);
  });

  test('with releases keeps the work before the release, and migrations wait for it', async () => {
    const it = await Work.create();
    await it.design();
    const releases = [{ method: 'npm-workspace' }];
    it.write('config.json', JSON.stringify({ ...JSON.parse(it.read('config.json')), releases }));
    const printed = await rebase(it, '--config', 'config.json');
    expect(printed).toMatch(/config {3}shared-\S+ {2}other release\n/);
    expect(printed).toContain(`kept     ${it.key('design shop')}  shop\n`);
    expect(printed).toMatch(/new {6}release-\w+ {2}shop\n/);
    expect((await it.run(['tickets', 'begin', it.key('migrate billing')])).stderr).toContain('waits for release-');
  });

  test('with another planning, or another project of a package, is refused', async () => {
    const it = await Work.create();
    const config = JSON.parse(it.read('config.json'));
    it.write('config.json', JSON.stringify({ ...config, planning: 'libraries' }));
    const refused = await it.run(['tickets', 'rebase', '--config', 'config.json']);
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('has another planning') });
    const { package_id: id } = it.package;
    const moved = { id, name: 'x', project: 'billing', path: 'lib', language: 'javascript', kind: 'package' };
    it.write('config.json', JSON.stringify({ ...config, packages: [moved] }));
    const other = await it.run(['tickets', 'rebase', '--config', 'config.json']);
    expect(other).toMatchObject({ code: 2, stderr: expect.stringContaining('has another project, language or kind') });
  });

  test('drops a family with one copy left, whose tickets wait', async () => {
    const it = await Work.create();
    it.write('billing/src/round.js', 'export const roundTo = (value) => value;\n'.replace('roundTo', 'other'));
    commitAll(join(it.cwd, 'billing'));
    const printed = await rebase(it);
    expect(printed).toContain('billing: src/round.js roundTo: gone\n');
    expect(printed).toContain('fewer than two copies are left\n');
    expect(printed).toContain(`dropped  ${it.key('design shop')}  shop\n`);
  });

  test('a design that lists the file of a copy as changed did not replace the copy', async () => {
    const it = await Work.create();
    await it.design();
    const path = `shop/.analyzer-artifacts/${it.key('design shop')}/result.json`;
    const lie = { path: 'src/round.js', before: null, after: 'a'.repeat(64) };
    it.write(path, JSON.stringify({ ...JSON.parse(it.read(path)), changed_files: [lie] }));
    it.write('shop/src/round.js', 'export const other = (value) => value;\n');
    commitAll(join(it.cwd, 'shop'));
    const printed = await rebase(it);
    expect(printed).toContain('shop: src/round.js roundTo: gone\n');
    expect(printed).toContain('fewer than two copies are left\n');
  });

  test('a file that changed since it was indexed is an error', async () => {
    const it = await Work.create();
    it.write('billing/src/round.js', `// New.\n${COPY}`);
    expect(await it.run(['tickets', 'rebase'])).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('files changed since they were indexed: billing: src/round.js'),
    });
  });
});
