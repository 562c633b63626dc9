import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { commitAll, git } from '@analyzer/core/tree/git/git-fixture.ts';
import { describe, expect, onTestFinished, test } from 'vitest';
import { analyzer, type Ended } from '../fixture.ts';

const COPY = `export function roundTo(value, digits) {
  const factor = 10 ** digits;
  const rounded = Math.round(value * factor) / factor;
  return Number.isFinite(rounded) ? rounded : 0;
}
`;
const TOTAL = `import { roundTo } from './round.js';

export const total = (prices) => roundTo(prices.reduce((sum, price) => sum + price, 0), 2);
`;
const REPORT = '<testsuites><testsuite name="unit"><testcase name="rounds"/></testsuite></testsuites>';

/** Two projects with a copied function, with tickets. */
class Work {
  readonly cwd = realpathSync(mkdtempSync(join(tmpdir(), 'analyzer-work-')));

  static async create(): Promise<Work> {
    const it = new Work();
    onTestFinished(() => rmSync(it.cwd, { recursive: true, force: true }));
    for (const project of ['billing', 'shop']) {
      it.write(`${project}/src/round.js`, COPY);
      it.write(`${project}/src/total.js`, TOTAL);
      it.write(`${project}/package.json`, JSON.stringify({ name: project, type: 'module' }));
      it.write(`${project}/LICENSE`, 'MIT');
      // A hook and a filter that must not run.
      commitAll(join(it.cwd, project));
      it.write(`${project}/.git/hooks/post-checkout`, '#!/bin/sh\ntouch ../hook-ran\n');
      git(join(it.cwd, project), 'config', 'filter.x.smudge', 'touch ../filter-ran; cat');
      git(join(it.cwd, project), 'config', 'user.name', 'a');
      git(join(it.cwd, project), 'config', 'user.email', 'a@example.org');
    }
    await it.ok(['workspace', 'index', 'shop', 'billing']);
    for (const step of [
      ['config', '--coordinator', 'shop', '--planning', 'families', '-o', 'config.json'],
      ['plan', '--config', 'config.json', '--max-groups', '1', '-o', 'plan.json'],
      ['materialize', 'plan.json'],
    ]) {
      await it.ok(['tickets', ...step]);
    }
    return it;
  }

  run(args: string[]): Promise<Ended> {
    return analyzer(args, { cwd: this.cwd });
  }

  async ok(args: string[]): Promise<string> {
    const { code, stdout, stderr } = await this.run(args);
    expect({ args, code, stderr: code === 0 ? '' : stderr }).toEqual({ args, code: 0, stderr: '' });
    return stdout;
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.cwd, path)), { recursive: true });
    writeFileSync(join(this.cwd, path), text);
  }

  read(path: string): string {
    return readFileSync(join(this.cwd, path), 'utf8');
  }

  /** Keys of the tasks, by stage and project. */
  keys(): Map<string, string> {
    const { tasks } = JSON.parse(this.read('plan.json'));
    return new Map(
      tasks.map(({ stage, project, task_key: key }: Record<string, string>) => [`${stage} ${project}`, key]),
    );
  }

  key(name: string): string {
    return this.keys().get(name) ?? '';
  }

  begin(name: string): Promise<string> {
    return this.ok(['tickets', 'begin', this.key(name)]);
  }

  /** Writes a report with a number of tests, and submits it. */
  submit(name: string, ...more: string[]): Promise<Ended> {
    this.write('report.xml', REPORT.replace('unit', name));
    return this.run(['tickets', 'submit', this.key(name), '--tests', 'report.xml', ...more]);
  }

  async design(): Promise<void> {
    await this.begin('design shop');
    await this.ok(['tickets', 'submit', this.key('design shop'), '--rationale', 'The copies are equal.']);
  }

  get package(): { name: string; path: string } {
    return JSON.parse(this.read('plan.json')).packages[0];
  }

  writePackage(): void {
    const { name, path } = this.package;
    const folder = `shop/.analyzer/work/tree/${path}`;
    this.write(`${folder}/package.json`, JSON.stringify({ name, version: '1.0.0', license: 'MIT', type: 'module' }));
    this.write(`${folder}/LICENSE`, 'MIT');
    this.write(`${folder}/index.js`, COPY);
  }
}

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
