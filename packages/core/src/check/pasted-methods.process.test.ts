import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { engineOfThisProcess } from '#diff/fixture.ts';
import { BUILT_HERE, NATIVE_MISSING } from '#parse/native/built-here.ts';
import { createNativeEngine } from '#parse/native/engine.ts';
import { GROUP_KINDS, type GroupKind } from '#scan/model.ts';
import { completeOptions } from '#scan/options.ts';
import { scan } from '#scan/scan.ts';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import { checkOf, checkOfBoth } from './fixture.ts';

interface Paste {
  about: string;
  path: string;
  text: string;
  /** Of the finding. */
  kind: GroupKind;
  name: string;
}

/** A class, and code that has one of its methods. */
const { before, pastes }: { before: Record<string, string>; pastes: Paste[] } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../../fixtures/check/pasted-methods.json'), 'utf8'),
);

test.each(pastes)(
  'a check names the pasted method, not the class around it: $about',
  async ({ path, text, kind, name }) => {
    for (const checked of [checkOf, checkOfBoth]) {
      const { groups } = await checked(before, { ...before, [path]: text });
      expect(groups.map(({ family }) => family.shown.kind)).toEqual([kind]);
      const names = groups[0]?.family.copies.map(({ qualified_name }) => qualified_name);
      expect(names?.sort()).toEqual(['Report.total', name].sort());
    }
  },
);

test.skipIf(NATIVE_MISSING !== undefined)(
  `both engines fold classes into a pasted method${NATIVE_MISSING ?? ''}`,
  async () => {
    const files = { ...before, ...Object.fromEntries(pastes.map(({ path, text }) => [path, text])) };
    const options = completeOptions({ kinds: [...GROUP_KINDS] });
    const native = createNativeEngine({ jobs: 1, file: BUILT_HERE });
    try {
      const [one, other] = [
        await scan(fixtureFolder(files), options, { engine: engineOfThisProcess() }),
        await scan(fixtureFolder(files), options, { engine: native }),
      ];
      expect(one.groups.filter(({ folded_into }) => folded_into === undefined)).not.toEqual([]);
      expect(other.groups).toEqual(one.groups);
    } finally {
      await native.close();
    }
  },
);
