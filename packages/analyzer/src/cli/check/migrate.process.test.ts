import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { analyzer } from '../fixture.ts';

const FORMER = join(import.meta.dirname, '../../../../../fixtures/check/migrate/version-2');

/** A project in JavaScript, PHP and Python with the baseline that version 2 wrote for it. */
function project(): string {
  const folder = mkdtempSync(join(tmpdir(), 'migrate-'));
  cpSync(FORMER, folder, { recursive: true });
  return folder;
}

const baselineIn = (folder: string) => JSON.parse(readFileSync(join(folder, 'analyzer.baseline.json'), 'utf8'));

describe.each(['portable', 'native'])('a baseline of fingerprints of version 2, by the %s engine', (engine) => {
  const run = (cwd: string, ...args: string[]) => analyzer([...args, '--engine', engine], { cwd });

  test('check refuses it and names the command that converts it', async () => {
    const { code, stderr } = await run(project(), 'check');
    expect(code).toBe(2);
    expect(stderr).toContain('its fingerprints have version 2, those of this program version 3');
    expect(stderr).toContain('Convert it: analyzer baseline --migrate');
  }, 60_000);

  test('baseline --migrate carries over every entry of an unchanged project, so that check passes', async () => {
    const cwd = project();
    const before = baselineIn(cwd);
    const { code, stdout } = await run(cwd, 'baseline', '--migrate');
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringContaining('analyzer.baseline.json allows 1 group'),
    });
    const after = baselineIn(cwd);
    expect(after.fingerprint).toBe(3);
    const named = ({ members }: typeof before) =>
      members.map((it: { path: string; name: string }) => [it.path, it.name]);
    expect(named(after)).toEqual(named(before));
    expect(after.cycles).toEqual(before.cycles);
    expect((await run(cwd, 'check')).code).toBe(0);
    const again = await run(cwd, 'baseline', '--migrate');
    expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining('nothing to migrate') });
  }, 120_000);

  test('baseline --migrate lists a copy that the baseline did not allow, and check fails on it', async () => {
    const cwd = project();
    const one = readFileSync(join(cwd, 'py/one.py'), 'utf8');
    writeFileSync(join(cwd, 'py/three.py'), one);
    const php = readFileSync(join(cwd, 'php/One.php'), 'utf8');
    writeFileSync(join(cwd, 'php/Three.php'), php.replace('class One', 'class Three'));
    const { code, stdout } = await run(cwd, 'baseline', '--migrate');
    expect(code).toBe(1);
    expect(stdout).toContain('Not added: ');
    expect(stdout).toMatch(/^ {2}g_[0-9a-f]{20} {2}.*py\/three\.py/m);
    expect(stdout).toMatch(/^ {2}g_[0-9a-f]{20} {2}.*php\/Three\.php/m);
    const checked = await run(cwd, 'check');
    expect(checked.code).toBe(1);
    expect(checked.stdout).toContain('py/three.py');
  }, 120_000);
});

test('baseline --migrate refuses --accept, a missing baseline, and other versions', async () => {
  const cwd = project();
  expect((await analyzer(['baseline', '--migrate', '--accept', 'all'], { cwd })).code).toBe(2);
  const file = join(cwd, 'analyzer.baseline.json');
  writeFileSync(file, readFileSync(file, 'utf8').replace('"fingerprint": 2', '"fingerprint": 1'));
  const { code, stderr } = await analyzer(['baseline', '--migrate'], { cwd });
  expect(code).toBe(2);
  expect(stderr).toContain('baseline --accept all');
  expect((await analyzer(['baseline', '--migrate', 'src'], { cwd })).code).toBe(3);
}, 60_000);
