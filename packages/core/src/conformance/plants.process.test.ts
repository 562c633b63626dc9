import { beforeAll, expect, test } from 'vitest';
import { engineOfThisProcess } from '#index/fixture.ts';
import type { Engine } from '#parse/engine.ts';
import named from '../../../../fixtures/manifest/named-plants.json' with { type: 'json' };
import plants from '../../../../fixtures/manifest/plants.json' with { type: 'json' };
import team from '../../../../fixtures/manifest/team-plants.json' with { type: 'json' };
import unseen from '../../../../fixtures/manifest/unseen-plants.json' with { type: 'json' };
import validations from '../../../../fixtures/manifest/validate-plants.json' with { type: 'json' };
import { checkManifest } from './check.ts';
import { manifestOf, projectWith } from './verdict-fixture.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await engineOfThisProcess();
});

/**
 * Contracts whose verdict is known: `violated` and `holds` are decided so, and `unchecked, violated` and `unchecked, holds`
 * are not decided.
 */
test.each([...plants, ...unseen, ...team, ...named, ...validations])(
  '$name: each planted contract has the verdict of its row',
  async ({ files, contracts }) => {
    const project = await projectWith(files, engine);
    const report = checkManifest(manifestOf(Object.keys(contracts)), project, { baseline: new Set() });
    const verdicts = report.contracts.flatMap(({ id = '', entries }) =>
      entries.map(({ status }): [string, string] => [id, status]),
    );
    const expected = Object.entries(contracts).map(([id, verdict]) => [id, verdict.split(',', 1)[0]]);
    expect(Object.fromEntries(verdicts)).toEqual(Object.fromEntries(expected));
  },
);

test.each([
  ['known kinds', plants],
  ['contracts of teams', team.filter(({ name }) => name.startsWith('Team, '))],
])('planted contracts: four of five are decided of %s', (_, cases) => {
  const verdicts = cases.flatMap(({ contracts }) => Object.values<string>(contracts));
  const decided = verdicts.filter((verdict) => !verdict.startsWith('unchecked'));
  expect(decided.length / verdicts.length).toBeGreaterThanOrEqual(0.8);
});
