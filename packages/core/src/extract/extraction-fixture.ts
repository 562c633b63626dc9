import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ExtractionPlanV1 } from '@analyzer/contracts/analyzer.extraction-plan.v1';
import { DiskFiles } from './files/disk-files.ts';
import type { OnChange } from './files/replace-file.ts';
import type { MaterializeInput, TicketProject } from './materialize/materialize.ts';
import type { PlannedTask } from './state/model.ts';
import { EmbeddedTracker } from './tracker/embedded/embedded-tracker.ts';

export const keyOf = (stage: PlannedTask['stage'], digit: string): string => `${stage}-${digit.repeat(20)}`;

export function taskOf(
  stage: PlannedTask['stage'],
  digit: string,
  project: string,
  after: readonly string[] = [],
  inputs = '5',
): PlannedTask {
  const key = keyOf(stage, digit);
  return {
    task_key: key,
    stage,
    project,
    title: `The ${stage} task`,
    after: [...after],
    input_digest: inputs.repeat(64),
    brief: `Do ${key} with the inputs ${inputs}.`,
    context: [`${key}/context.json`],
  };
}

/** One package for the projects shop and billing. */
export const TASKS: readonly PlannedTask[] = [
  taskOf('design', 'a', 'shop'),
  taskOf('package', 'a', 'shop', [keyOf('design', 'a')]),
  taskOf('verify', 'a', 'shop', [keyOf('package', 'a')]),
  taskOf('migrate', 'b', 'billing', [keyOf('verify', 'a')]),
  taskOf('validate', 'b', 'billing', [keyOf('migrate', 'b')]),
  taskOf('migrate', 'c', 'shop', [keyOf('verify', 'a')]),
  taskOf('validate', 'c', 'shop', [keyOf('migrate', 'c')]),
];

/** A valid plan with these tasks. Its families and packages are not those of the tasks. */
export function planWith(tasks: readonly PlannedTask[], digit = '1'): ExtractionPlanV1 {
  return {
    schema: 'analyzer.extraction-plan.v1',
    snapshot_id: digit.repeat(64),
    plan_digest: digit.repeat(64),
    options: { include_tests: false, include_shape: true, include_blocks: false, max_groups: 50 },
    config: {
      schema: 'analyzer.extraction-config.v1',
      coordinator: 'shop',
      new_package_project: 'shop',
      new_package_directory: 'packages',
      queue: 'analyzer',
      packages: [],
      routes: [],
      repositories: ['billing', 'shop'].map((project) => ({ project, remote: '' })),
    },
    packages: [],
    families: [],
    tasks: [...tasks],
    skipped: {},
  };
}

/** Two projects and a state file, in a temporary folder. */
export class Extraction {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'analyzer-extract-')));
  readonly state = join(this.folder, 'extraction-state.json');

  constructor() {
    for (const project of ['shop', 'billing']) mkdirSync(join(this.folder, project));
  }

  /** @param onChange called before each change on disk */
  project(label: string, onChange?: OnChange): TicketProject {
    const root = join(this.folder, label);
    const files = new DiskFiles(root, onChange);
    return { checkout: { project: label, root }, files, tracker: new EmbeddedTracker(files, 'tickets') };
  }

  input(plan: ExtractionPlanV1, onChange?: OnChange): MaterializeInput {
    return {
      plan,
      projects: new Map(['billing', 'shop'].map((label) => [label, this.project(label, onChange)])),
      choice: {
        tracker: { kind: 'embedded', folder: 'tickets' },
        executor: { kind: 'command', ticket_kind: 'llm', timeout_seconds: 3600 },
      },
      handling: { executor: { kind: 'llm', mode: 'automatic' }, script: () => null, labels: [] },
      grammars: new Map([['task-result.gbnf', 'root ::= "{}"\n']]),
      requireCurrent: async () => undefined,
      contextOf: async (task) => `context of ${task.task_key} ${task.input_digest}\n`,
    };
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }
}
