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
