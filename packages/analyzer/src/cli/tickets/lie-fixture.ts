import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ExtractionPlanV1 } from '@analyzer/contracts/analyzer.extraction-plan.v1';
import type { TaskResultV1 } from '@analyzer/contracts/analyzer.task-result.v1';
import {
  COPY,
  ExtractionCase,
  KEYS,
  RELEASE,
  ScriptedExecutor,
  sha256,
} from '@analyzer/core/extract/dispatch/dispatch-fixture.ts';
import { runTasks } from '@analyzer/core/extract/dispatch/run-tasks.ts';
import { survey } from '@analyzer/core/extract/dispatch/survey.ts';
import { taskStates } from '@analyzer/core/extract/dispatch/task-states.ts';
import type { Executor } from '@analyzer/core/extract/executor/port.ts';
import { statusDocument } from '@analyzer/core/extract/status/status-document.ts';
import { sharedEngine } from '@analyzer/core/parse/portable/engine-fixture.ts';
import { commitAll } from '@analyzer/core/tree/git/git-fixture.ts';
import { onTestFinished } from 'vitest';
import { scanSince } from './scan-since.ts';

const engine = await sharedEngine();

export const PACKAGE = 'packages/money/round.js';
const ORDER: readonly string[] = [KEYS.design, KEYS.package, KEYS.verify, KEYS.migrateBilling, KEYS.validateBilling];
const RELEASED = [KEYS.design, KEYS.package, KEYS.verify, RELEASE, KEYS.migrateBilling];

export type Releases = NonNullable<ExtractionPlanV1['config']['releases']>;

/** The work of one task, after an honest agent did it. */
export class Work {
  readonly root: string;
  readonly key: string;

  constructor(root: string, key: string) {
    this.root = root;
    this.key = key;
  }

  /** Path of a file of the result. */
  in(path: string): string {
    return `.analyzer-artifacts/${this.key}/${path}`;
  }

  read(path: string): string {
    return readFileSync(join(this.root, path), 'utf8');
  }

  write(path: string, content: string): void {
    writeFileSync(join(this.root, path), content);
  }

  /** Changes a file and lists it with its real hashes, so that only its content is a lie. */
  change(path: string, content: string | null): void {
    const listed = this.result.changed_files;
    const known = listed.find((one) => one.path === path);
    const before = known === undefined ? hashOf(join(this.root, path)) : known.before;
    if (content === null) rmSync(join(this.root, path));
    else this.write(path, content);
    const after = content === null ? null : sha256(content);
    this.edit({ changed_files: [...listed.filter((one) => one !== known), { path, before, after }] });
  }

  /** Takes a file of the work back. */
  forget(path: string): void {
    rmSync(join(this.root, path));
    this.edit({ changed_files: this.result.changed_files.filter((one) => one.path !== path) });
  }

  /** Leaves the copy in its file, and lists it. */
  keep(change: Partial<NonNullable<TaskResultV1['kept']>[number]> = {}): void {
    this.change('src/round.js', COPY);
    const kept = { family_id: `f_${'1'.repeat(20)}`, path: 'src/round.js', name: 'roundTo', reason: 'public API' };
    this.edit({ changed_files: [], kept: [{ ...kept, ...change }] });
  }

  /** Gives the copy another body, with the function of the package as `shared`. */
  delegate(body: string): void {
    const head = "import { roundTo as shared } from '@shop/money';\n\nexport function roundTo(value, digits) {\n";
    this.change('src/round.js', `${head}${body}}\n`);
  }

  get result(): TaskResultV1 {
    return JSON.parse(this.read(this.in('result.json')));
  }

  edit(change: Partial<Record<keyof TaskResultV1, unknown>>): void {
    this.write(this.in('result.json'), JSON.stringify({ ...this.result, ...change }));
  }

  /** Changes the proposal and lists it with its real hash. */
  propose(edit: (text: string) => string): void {
    const text = edit(this.read(this.in('proposal.json')));
    this.write(this.in('proposal.json'), text);
    const its = { path: 'proposal.json', sha256: sha256(text), bytes: Buffer.byteLength(text), role: 'report' };
    this.edit({ artifacts: [...this.result.artifacts.filter(({ path }) => path !== its.path), its] });
  }
}

function hashOf(location: string): string | null {
  try {
    return sha256(readFileSync(location, 'utf8'));
  } catch {
    return null;
  }
}

/** Runs all tasks up to one, which lies, as perhaps one before it. @returns its entry of the status document */
export async function taskAfter(
  key: string,
  lie: (work: Work) => void,
  before: Record<string, (work: Work) => void> = {},
  releases?: Releases,
  released?: string,
) {
  const it = await ExtractionCase.create(releases);
  const registered = { id: 'money', name: '@shop/money', path: 'packages/money', language: 'javascript' } as const;
  if (released !== undefined)
    it.plan.config.packages.push({ ...registered, project: 'shop', kind: 'package', released });
  onTestFinished(() => it.close());
  for (const project of ['shop', 'billing']) commitAll(it.rootOf(project));
  const honest = new ScriptedExecutor();
  const executor: Executor = {
    kind: 'command',
    async run(handover) {
      const run = await honest.run(handover);
      const { ANALYZER_TASK_KEY: its = '' } = handover.paths;
      const edit = its === key ? lie : before[its];
      edit?.(new Work(handover.root, its));
      return run;
    },
  };
  const projects = {
    ...it.projects,
    scanSince: (project: string, commit: string) => scanSince(it.rootOf(project), commit, engine),
  };
  await runTasks(
    it.journal,
    projects,
    { executor, timeoutMs: 1_000 },
    { maxSteps: (releases === undefined ? ORDER : RELEASED).indexOf(key) + 1 },
  );
  const { state } = it.journal;
  const { tasks } = statusDocument(state, await taskStates(await survey(state, projects), projects.filesOf));
  return tasks.find(({ task_key: one }) => one === key);
}
