import { existsSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { git } from '@analyzer/core/tree/git/git-fixture.ts';
import { describe, expect, test } from 'vitest';
import { COPY, REPORT, Work } from './work-fixture.ts';

describe('a person who begins and submits each task', { timeout: 240_000 }, () => {
  test('completes the extraction with verified results, on branches, and the checkouts are unchanged', async () => {
    const it = await Work.create();
    const { name } = it.package;
    const text = await it.begin('design shop');
    expect(text).toContain('proposal  ');
    expect(text).toContain(`Work in ${it.cwd}/shop.`);
    expect(text).not.toMatch(/sha256|SHA-256/);
    await it.ok(['tickets', 'submit', it.key('design shop'), '--rationale', 'The copies are equal.']);
    const begun = await it.begin('package shop');
    expect(begun).toContain(`branch    analyzer/${it.key('package shop')}\n`);
    expect(begun).toMatch(/\nDesign\n- f_\w+: export "roundTo\(value, digits\)"\n/);
    it.writePackage();
    expect((await it.submit('package shop')).stdout).toContain('complete: the result is verified\n');
    await it.begin('verify shop');
    expect(await it.submit('verify shop')).toMatchObject({ code: 0, stderr: '' });
    for (const project of ['billing', 'shop']) {
      await it.begin(`migrate ${project}`);
      it.write(`${project}/.analyzer/work/tree/src/round.js`, `export { roundTo } from '${name}';\n`);
      expect(await it.submit(`migrate ${project}`)).toMatchObject({ code: 0, stderr: '' });
      await it.begin(`validate ${project}`);
      expect((await it.submit(`validate ${project}`)).stdout).toContain('complete: the result is verified\n');
      expect(git(join(it.cwd, project), 'status', '--porcelain', '--', 'src', 'package.json')).toBe('');
      const log = git(join(it.cwd, project, '.analyzer/work/tree'), 'log', '--format=%s');
      expect(log.split('\n')[0]).toBe(
        JSON.parse(it.read('plan.json')).tasks.find(
          (one: { task_key: string }) => one.task_key === it.key(`migrate ${project}`),
        ).title,
      );
      expect(it.read(`${project}/src/round.js`)).toBe(COPY);
    }
    expect(existsSync(join(it.cwd, 'hook-ran')) || existsSync(join(it.cwd, 'filter-ran'))).toBe(false);
    expect((await it.run(['tickets', 'status'])).code).toBe(0);
    const result = JSON.parse(it.read(`billing/.analyzer-artifacts/${it.key('migrate billing')}/result.json`));
    expect(result.artifacts.map(({ path }: { path: string }) => path)).toEqual(['tests/1-report.xml', 'change.patch']);
    expect((await it.run(['tickets', 'catalog'])).stderr).toContain('Added: 1 verified package');
  });

  test('releases the package before another repository uses it', async () => {
    const it = await Work.create({ releases: [{ method: 'npm-workspace' }] });
    await it.design();
    await it.begin('package shop');
    it.writePackage();
    await it.submit('package shop');
    await it.begin('verify shop');
    await it.submit('verify shop');
    const early = await it.run(['tickets', 'begin', it.key('migrate billing')]);
    expect(early.stderr).toMatch(/is not ready, but waiting: waits for release-/);
    expect(await it.begin('release shop')).toContain('check that they can, and change none of its files');
    const submit = (...args: string[]) => it.run(['tickets', 'submit', it.key('release shop'), ...args]);
    expect((await submit()).stderr).toContain('a release has no change note');
    expect((await submit('--change-note', 'New: roundTo.')).stdout).toContain('complete: the result is verified\n');
    const begun = await it.begin('migrate billing');
    expect(begun).toContain(`its release (npm-workspace) is at "${it.package.path}"`);
    it.write('billing/.analyzer/work/tree/src/round.js', `export { roundTo } from '${it.package.name}';\n`);
    expect((await it.submit('migrate billing')).stdout).toContain('complete: the result is verified\n');
    const catalog = await it.ok(['tickets', 'catalog']);
    expect(JSON.parse(catalog).packages).toMatchObject([{ released: '1.0.0' }]);
  });

  test('corrects a refused result and submits again, and begins twice without a second attempt', async () => {
    const it = await Work.create();
    await it.design();
    await it.begin('package shop');
    it.writePackage();
    const index = `shop/.analyzer/work/tree/${it.package.path}/index.js`;
    it.write(index, '// nothing\n');
    const refused = await it.submit('package shop');
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.stderr).toMatch(/\(undeclared_export\)[\s\S]*submit package-\w+` again/);
    expect(await it.begin('package shop')).toContain('folder    ');
    it.write(index, COPY);
    expect((await it.submit('package shop')).stdout).toContain('complete: the result is verified\n');
    expect(JSON.parse(it.read('extraction-state.json')).attempts).toHaveLength(2);
  });

  test('cannot submit without tests, with failures, with an old report, or a log without its command', async () => {
    const it = await Work.create();
    await it.design();
    await it.begin('package shop');
    it.writePackage();
    const submit = (...args: string[]) => it.run(['tickets', 'submit', it.key('package shop'), ...args]);
    expect((await submit()).stderr).toContain('the result lists no tests (no_tests)');
    it.write('failed.xml', REPORT.replace('"rounds"/>', '"rounds"><failure/></testcase>'));
    expect((await submit('--tests', 'failed.xml')).stderr).toContain('1 of 1 tests failed: rounds (failed_tests)');
    it.write('old.xml', REPORT);
    utimesSync(join(it.cwd, 'old.xml'), 1, 1);
    expect((await submit('--tests', 'old.xml')).stderr).toMatch(/old\.xml is older than \S+, which changed after/);
    it.write('test.log', 'ok 1\n');
    expect((await submit('--tests', 'test.log')).stderr).toContain('a log needs its command and exit code');
    const failed = ['--tests', 'test.log', '--command', 'make test', '--exit-code', '2'];
    expect((await submit(...failed)).stderr).toContain('ended with exit code 2');
    expect((await submit(...failed.slice(0, -1), '0')).stdout).toContain('complete: the result is verified\n');
  });

  test('cannot begin a task that is not ready, and cannot submit one that was not begun', async () => {
    const it = await Work.create();
    const begun = await it.run(['tickets', 'begin', it.key('package shop')]);
    expect(begun).toMatchObject({ code: 2 });
    expect(begun.stderr).toMatch(/package-\w+ is not ready, but waiting: waits for design-/);
    const submitted = await it.run(['tickets', 'submit', it.key('design shop')]);
    expect(submitted.stderr).toMatch(/design-\w+ was not begun\n {2}Begin it with/);
  });
});
