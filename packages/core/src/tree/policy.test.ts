import { describe, expect, test } from 'vitest';
import { PROFILES } from '#languages/policy.ts';
import vectors from '../../../../fixtures/vectors/entries-policy.json' with { type: 'json' };
import { Glob } from './globs/glob.ts';
import { Policy } from './policy.ts';

function profileNamed(name: string): 'logic' | 'inventory' {
  if (name === 'logic' || name === 'inventory') return name;
  throw new Error(`no profile ${name}`);
}

describe.each(vectors.sets)('$about', ({ profile, all, exclude, ignore, cases }) => {
  const ignored = ignore.map((glob) => new Glob(glob, '.analyzerignore'));
  const policy = new Policy({ profile: profileNamed(profile), all, exclude }, ignored);

  test.each(cases)('$path', ({ path, cut, ...rest }) => {
    const isScript = 'script' in rest && rest.script === true;
    const decided = path.endsWith('/') ? policy.directory(path.slice(0, -1)) : policy.file(path, isScript);
    expect(decided).toEqual(cut);
  });
});

test.each(vectors.holding)('a directory that contains $names', ({ names, cut }) => {
  expect(new Policy({ profile: 'logic', all: false, exclude: [] }, []).directoryHolding(names)).toEqual(cut);
  expect(new Policy({ profile: 'logic', all: true, exclude: [] }, []).directoryHolding(names)).toBeUndefined();
});

test('links and special files are included by every profile, and excluded by globs', () => {
  const policy = new Policy({ profile: 'logic', all: false, exclude: ['*.sock'] }, []);
  expect(policy.described('logo.png')).toBeUndefined();
  expect(policy.described('a.sock')).toEqual({ reason: 'exclude', rule: '*.sock' });
});

test('every rule of a profile has globs or a known list', () => {
  for (const rule of Object.values(PROFILES).flatMap(({ files }) => files)) {
    expect(['keep', 'drop']).toContain(rule.action);
    if (rule.list === undefined) expect(rule.globs?.length).toBeGreaterThan(0);
    else expect(['generated', 'languages', 'scripts']).toContain(rule.list);
  }
});

test('an invalid glob of --exclude is reported', () => {
  expect(() => new Policy({ profile: 'logic', all: false, exclude: ['a', '!b'] }, [])).toThrow(
    "--exclude: the glob '!b'",
  );
});
