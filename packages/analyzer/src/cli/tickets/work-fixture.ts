import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { commitAll, git } from '@analyzer/core/tree/git/git-fixture.ts';
import { expect, onTestFinished } from 'vitest';
import { analyzer, type Ended } from '../fixture.ts';

export const COPY = `export function roundTo(value, digits) {
  const factor = 10 ** digits;
  const rounded = Math.round(value * factor) / factor;
  return Number.isFinite(rounded) ? rounded : 0;
}
`;
export const TOTAL = `import { roundTo } from './round.js';

export const total = (prices) => roundTo(prices.reduce((sum, price) => sum + price, 0), 2);
`;
export const REPORT = '<testsuites><testsuite name="unit"><testcase name="rounds"/></testsuite></testsuites>';

/** Two projects with a copied function, with tickets. */
export class Work {
  readonly cwd = realpathSync(mkdtempSync(join(tmpdir(), 'analyzer-work-')));

  /** @param settings further properties of the configuration */
  static async create(settings: object = {}): Promise<Work> {
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
    await it.ok(['tickets', 'config', '--coordinator', 'shop', '--planning', 'families', '-o', 'config.json']);
    it.write('config.json', JSON.stringify({ ...JSON.parse(it.read('config.json')), ...settings }));
    for (const step of [
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

  get package(): { package_id: string; name: string; path: string } {
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
