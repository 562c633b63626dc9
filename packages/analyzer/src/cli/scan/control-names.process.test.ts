import { expect, test } from 'vitest';
import { analyzer, folderWith } from '../fixture.ts';

const CONTROLS = /[\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
const NAMES = ['a\u009b31m.js', 'b\u202ecod.py', 'c\u0085.js', 'd\u2066.sh', 'e\u007f.js', 'é–中.js'];

test.each(['portable', 'native'])(
  'JSON of the %s engine has control characters in names as escapes only',
  async (engine) => {
    const cwd = folderWith(Object.fromEntries(NAMES.map((name) => [name, 'x = 1\n'])));
    for (const command of [
      ['scan', '.'],
      ['diff', '.', '.'],
    ]) {
      const { code, stdout } = await analyzer([...command, '--format', 'json', '--engine', engine], { cwd });
      expect({ code, raw: CONTROLS.exec(stdout)?.[0] }).toEqual({ code: 0, raw: undefined });
      const { entries }: { entries?: { path: string }[] } = JSON.parse(stdout);
      if (command[0] === 'scan') expect(entries?.map(({ path }) => path)).toEqual(NAMES);
    }
  },
);
