import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { Engine } from '#parse/engine.ts';
import { sharedEngine } from '#parse/portable/engine-fixture.ts';
import { completeOptions } from '#scan/options.ts';
import { fixtureFolder, writeFiles } from '#tree/fixture-folder.ts';
import { commitAll, git } from '#tree/git/git-fixture.ts';
import { GitTree } from '#tree/git/git-tree.ts';
import type { HistoryOptions, HistoryStep } from './model.ts';
import { readCopyHistory } from './read-history.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await sharedEngine();
});

/** Two functions, of which the first one has other names and one more statement in some variants. */
function source(variant: number): string {
  const unit = variant % 3 === 0 ? 'price' : 'cost';
  const more = variant % 4 === 1 ? `        order.log(${unit})\n` : '';
  return `def settle${variant}(order, rates, limit):
    total = 0
    for line in order.lines:
        ${unit} = rates.lookup(line.product, order.currency)
        if ${unit} is None:
            raise KeyError(line.product)
${more}        total = total + ${unit} * line.amount
    if total > limit:
        return order.refuse(total, limit)
    return order.accept(total)


def report${variant}(orders, out):
    rows = [order.total for order in orders if order.paid]
    if not rows:
        return out.empty()
    for row in rows:
        out.write(str(row))
    out.write("sum " + str(sum(rows)))
    return len(rows)
`;
}

/** Commits that add, edit, move and delete files with copies. */
function editedRepository(): string {
  const folder = fixtureFolder({ 'shop/a.py': source(0), 'shop/b.py': source(1) });
  commitAll(folder);
  const steps: (() => void)[] = [
    () => writeFiles(folder, { 'shop/c.py': source(2), 'tests/test_c.py': source(2) }),
    () => writeFiles(folder, { 'shop/b.py': source(5), 'readme.md': 'x' }),
    () => {
      mkdirSync(join(folder, 'lib'));
      renameSync(join(folder, 'shop/c.py'), join(folder, 'lib/moved.py'));
    },
    () => writeFiles(folder, { 'shop/d.py': source(3) + source(6), 'shop/a.py': 'x = 1\n' }),
    () => rmSync(join(folder, 'tests/test_c.py')),
    () => writeFiles(folder, { 'shop/a.py': source(0), 'shop/e.py': source(9) }),
  ];
  for (const step of steps) {
    step();
    commitAll(folder);
  }
  return folder;
}

async function history(folder: string, commit: string, chosen: Partial<HistoryOptions>): Promise<HistoryStep[]> {
  const tree = await GitTree.open(`${commit}:${folder}`);
  try {
    const options: HistoryOptions = { every: 1, limit: 60, near: 'all', ...chosen };
    return (await readCopyHistory(tree, options, completeOptions({}), { engine })).steps;
  } finally {
    await tree.close();
  }
}

const withoutChange = ({ change: _, commits: __, ...step }: HistoryStep) => step;
const withoutNear = (steps: readonly HistoryStep[]) => steps.map(({ near: _, ...step }) => step);

test('each step of a history counts the same as a history of that commit alone, with and without similar functions', async () => {
  const folder = editedRepository();
  const commits = git(folder, 'rev-list', '--reverse', 'HEAD').split('\n');
  const steps = await history(folder, 'HEAD', {});
  expect(steps.map(({ commit }) => commit)).toEqual(commits);
  expect(new Set(steps.map(({ product }) => product.repeated)).size).toBeGreaterThan(3);
  expect(steps.some(({ product, near }) => near !== undefined && near.product.groups !== product.groups)).toBe(true);
  for (const step of steps) {
    const [alone] = await history(folder, step.commit, { limit: 1 });
    expect(alone && withoutChange(alone)).toEqual(withoutChange(step));
  }
  expect(withoutNear(await history(folder, 'HEAD', { near: 'none' }))).toEqual(withoutNear(steps));
});
