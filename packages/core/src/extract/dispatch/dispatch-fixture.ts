import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ExtractionPlanV1 } from '@analyzer/contracts/analyzer.extraction-plan.v1';
import type { TaskResultV1 } from '@analyzer/contracts/analyzer.task-result.v1';
import type { Executor, ExecutorRun, Handover } from '../executor/port.ts';
import { DiskFiles } from '../files/disk-files.ts';
import { taskKey } from '../plan/task-keys.ts';
import { resultFiles } from '../result/result-files.ts';
import { sources } from '../result/source-fixture.ts';
import type { ExtractionState } from '../state/model.ts';
import { ticketDigest } from '../tracker/digest.ts';
import { EmbeddedTracker } from '../tracker/embedded/embedded-tracker.ts';
import { type Tracker, WAITING_FOR_DEPENDENCIES } from '../tracker/port.ts';
import { Journal } from './journal.ts';
import type { Projects } from './survey.ts';

export const COPY = `export function roundTo(value, digits) {
  const factor = 10 ** digits;
  const rounded = Math.round(value * factor) / factor;
  return Number.isFinite(rounded) ? rounded : 0;
}
`;
export const MANIFEST = '{ "name": "@shop/money", "version": "1.0.0" }';
/** A caller of the copy. */
const TOTAL = `import { roundTo } from './round.js';

export function total(prices) {
  return roundTo(prices.reduce((sum, price) => sum + price, 0), 2);
}
`;
const FAMILY = `f_${'1'.repeat(20)}`;
const LABELS = ['shop', 'billing'] as const;

/** A file system in memory, where flushing costs nothing, if there is one. */
const MEMORY = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

type Task = ExtractionPlanV1['tasks'][number];
type Stage = Task['stage'];

export const KEYS = {
  design: taskKey('design', 'money'),
  package: taskKey('package', 'money'),
  verify: taskKey('verify', 'money'),
  migrateBilling: taskKey('migrate', 'billing'),
  validateBilling: taskKey('validate', 'billing'),
  migrateShop: taskKey('migrate', 'shop'),
  validateShop: taskKey('validate', 'shop'),
};
/** Only with releases in the configuration. */
export const RELEASE = taskKey('release', 'money');

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

type Releases = NonNullable<ExtractionPlanV1['config']['releases']>;

/** @param releases with them, billing uses the package after its release */
function planOf(releases?: Releases): ExtractionPlanV1 {
  const task = (stage: Stage, scope: string, project: string, after: string[]): Task => {
    const key = taskKey(stage, scope);
    const brief = `Task ${key}\nWrite .analyzer-artifacts/${key}/result.json`;
    return {
      task_key: key,
      stage,
      project,
      title: `${stage} ${scope}`,
      after,
      input_digest: sha256(key),
      brief,
      context: [],
    };
  };
  const target = {
    name: '@shop/money',
    project: 'shop',
    path: 'packages/money',
    language: 'javascript',
    kind: 'package' as const,
  };
  const occurrence = (project: string, digit: string) => ({
    node_id: `n_${digit.repeat(20)}`,
    project,
    path: 'src/round.js',
    qualified_name: 'roundTo',
    start_line: 1,
    end_line: 5,
    sha256: sha256(COPY),
  });
  return {
    schema: 'analyzer.extraction-plan.v1',
    snapshot_id: '1'.repeat(64),
    plan_digest: '2'.repeat(64),
    options: { include_tests: false, include_shape: true, include_blocks: false, max_groups: 50 },
    config: {
      schema: 'analyzer.extraction-config.v1',
      coordinator: 'shop',
      new_package_project: 'shop',
      new_package_directory: 'packages',
      queue: 'analyzer',
      packages: [],
      routes: [],
      repositories: LABELS.map((project) => ({ project, remote: '' })),
      ...(releases !== undefined && { releases }),
    },
    packages: [{ package_id: 'money', ...target, is_new: true }],
    families: [
      {
        family_id: FAMILY,
        group_ids: [`g_${'1'.repeat(20)}`],
        package_id: 'money',
        occurrences: [occurrence('billing', '1'), occurrence('shop', '2')],
      },
    ],
    tasks: [
      task('design', 'money', 'shop', []),
      task('package', 'money', 'shop', [KEYS.design]),
      task('verify', 'money', 'shop', [KEYS.package]),
      ...(releases === undefined ? [] : [task('release', 'money', 'shop', [KEYS.verify])]),
      task('migrate', 'billing', 'billing', [releases === undefined ? KEYS.verify : RELEASE]),
      task('validate', 'billing', 'billing', [KEYS.migrateBilling]),
      task('migrate', 'shop', 'shop', [KEYS.verify]),
      task('validate', 'shop', 'shop', [KEYS.migrateShop]),
    ],
    skipped: {},
  };
}

/** Two projects with a copied function, their tickets, and the state of an extraction that moves it to a package. */
export class ExtractionCase {
  readonly folder = realpathSync(mkdtempSync(join(MEMORY, 'analyzer-dispatch-')));
  readonly plan: ExtractionPlanV1;
  readonly projects: Projects;
  journal: Journal;
  /** Called before each change of the state or of a file of a project, and after each write of the state. */
  onChange: () => void = () => undefined;
  readonly #trackers: ReadonlyMap<string, Tracker>;

  private constructor(releases?: Releases) {
    this.plan = planOf(releases);
    const files = new Map(
      LABELS.map((label) => [label as string, new DiskFiles(join(this.folder, label), () => this.onChange())]),
    );
    this.#trackers = new Map([...files].map(([label, its]) => [label, new EmbeddedTracker(its, 'tickets')]));
    const workRoots = new Map<string, string>();
    this.projects = {
      trackerOf: (project) => this.tracker(project),
      filesOf: (project) => resultFiles(this.rootOf(project), sources, workRoots.get(project)),
      folderOf: (project) => new DiskFiles(this.rootOf(project), () => this.onChange()),
      rootOf: (project) => this.rootOf(project),
      workRootOf: (project) => workRoots.get(project) ?? this.rootOf(project),
      useWorkTree: (project, root) => workRoots.set(project, root),
      scanSince: async () => ({ copies: [], cycles: [], broken: [] }),
    };
    this.journal = this.#open({
      schema: 'analyzer.extraction-state.v1',
      plans: [this.plan],
      checkouts: LABELS.map((project) => ({ project, root: this.rootOf(project) })),
      tracker: { kind: 'embedded', folder: 'tickets' },
      executor: { kind: 'command', ticket_kind: 'llm', timeout_seconds: 60 },
      tickets: [],
      attempts: [],
    });
  }

  static async create(releases?: Releases): Promise<ExtractionCase> {
    const it = new ExtractionCase(releases);
    for (const label of LABELS) {
      it.write(label, 'src/round.js', COPY);
      it.write(label, 'src/total.js', TOTAL);
    }
    await it.#createTickets();
    return it;
  }

  async #createTickets(): Promise<void> {
    const { state } = this.journal;
    const tickets: ExtractionState['tickets'] = [];
    for (const task of this.plan.tasks) {
      const blockedBy = tickets.flatMap(({ task_key: key, project, ticket_id: id }) =>
        task.after.includes(key) && project === task.project ? [id] : [],
      );
      const ticket = await this.tracker(task.project).ensure({
        key: task.task_key,
        title: task.title,
        description: task.brief,
        labels: ['analyzer', ...(task.after.length === 0 ? [] : [WAITING_FOR_DEPENDENCIES])],
        blockedBy,
        queue: 'analyzer',
        executor: { kind: 'llm', mode: 'automatic' },
        prompt: task.brief,
        contextFiles: [],
        script: null,
      });
      tickets.push({
        task_key: task.task_key,
        project: task.project,
        ticket_id: ticket.id,
        digest: ticketDigest(ticket),
      });
    }
    this.journal.replace({ ...state, tickets });
  }

  #open(state: ExtractionState): Journal {
    const path = join(this.folder, 'extraction-state.json');
    return new Journal(
      {
        location: path,
        write: (next) => {
          this.onChange();
          writeFileSync(path, JSON.stringify(next));
          this.onChange();
        },
      },
      state,
    );
  }

  /** Reads the state from disk, as a new process does. */
  restart(): void {
    this.journal = this.#open(JSON.parse(readFileSync(join(this.folder, 'extraction-state.json'), 'utf8')));
  }

  close(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  rootOf(project: string): string {
    return join(this.folder, project);
  }

  tracker(project: string): Tracker {
    const tracker = this.#trackers.get(project);
    if (tracker === undefined) throw new RangeError(`no project ${project}`);
    return tracker;
  }

  write(project: string, path: string, content: string): void {
    const location = join(this.rootOf(project), path);
    mkdirSync(dirname(location), { recursive: true });
    writeFileSync(location, content);
  }

  /** Writes a file after the work of a task, and lists it in the result with its hash. */
  rewrite(root: string, key: string, path: string, content: string): void {
    writeFileSync(join(root, path), content);
    const file = join(root, `.analyzer-artifacts/${key}/result.json`);
    const result = JSON.parse(readFileSync(file, 'utf8'));
    const listed = result.changed_files.find((one: { path: string }) => one.path === path);
    if (listed === undefined) result.changed_files.push({ path, before: null, after: sha256(content) });
    else listed.after = sha256(content);
    writeFileSync(file, JSON.stringify(result));
  }

  /** The ticket of a task that counts, with its project. */
  async ticket(taskKeyOfPlan: string) {
    const recorded = this.journal.state.tickets.findLast(({ task_key: key }) => key.startsWith(taskKeyOfPlan));
    const ticket = recorded && (await this.tracker(recorded.project).get(recorded.ticket_id));
    if (recorded === undefined || ticket === undefined) throw new RangeError(`no ticket of ${taskKeyOfPlan}`);
    return { ...ticket, project: recorded.project };
  }
}

/** What a scripted agent does with a task. */
export type Behaviour = 'deliver' | 'nothing' | 'needs_review' | 'failed' | 'tampered' | 'keep_local';

/** Does the work of a task as its brief asks, with the environment that a command gets. */
export function work({ root, paths }: Pick<Handover, 'root' | 'paths'>, behaviour: Behaviour): void {
  if (behaviour === 'nothing') return;
  const { ANALYZER_TASK_KEY: key = '', ANALYZER_STAGE: stage = '', ANALYZER_HANDOFF: manifest = '' } = paths;
  const handoff = JSON.parse(readFileSync(manifest, 'utf8'));
  const folder = `.analyzer-artifacts/${key}`;
  const put = (path: string, content: string): string => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
    return sha256(content);
  };
  const result: TaskResultV1 = {
    schema: 'analyzer.task-result.v1',
    task_key: key,
    input_digest: handoff.input_digest,
    handoff_digest: handoff.handoff_digest,
    status: behaviour === 'needs_review' || behaviour === 'failed' ? behaviour : 'done',
    changed_files: [],
    artifacts: [],
    tests: [],
    package: null,
    exports: [],
    license: null,
    notes: '',
  };
  const log = { path: 'test.log', sha256: put(`${folder}/test.log`, 'passed') };
  if (stage !== 'design') result.tests.push({ name: 'unit', command_text: 'npm test', exit_code: 0, log });
  if (stage === 'design') design(result, put, behaviour === 'keep_local');
  if (stage === 'package') {
    const source = 'packages/money/round.js';
    const before = null;
    result.changed_files.push({ path: source, before, after: put(source, COPY) });
    const licence = 'packages/money/LICENSE';
    result.changed_files.push({ path: licence, before, after: put(licence, 'Apache-2.0') });
    const manifest = 'packages/money/package.json';
    result.changed_files.push({ path: manifest, before, after: put(manifest, MANIFEST) });
  }
  if (stage === 'release') result.release = { version: '1.0.0', note: 'New: roundTo.', location: 'packages/money' };
  if (stage === 'package' || stage === 'verify' || stage === 'release') {
    result.package = { name: '@shop/money', version: '1.0.0' };
    if (stage !== 'release')
      result.exports = [{ family_id: FAMILY, symbol: 'roundTo', path: 'packages/money/round.js' }];
  }
  if (stage === 'verify') result.license = { spdx: 'Apache-2.0', evidence: ['packages/money/LICENSE'] };
  if (stage === 'migrate') {
    const after = put('src/round.js', "export { roundTo } from '@shop/money';\n");
    result.changed_files.push({ path: 'src/round.js', before: sha256(COPY), after });
  }
  const packed = put(`${folder}/report.txt`, `${stage} of ${key}`);
  result.artifacts.push({
    path: 'report.txt',
    sha256: packed,
    bytes: Buffer.byteLength(`${stage} of ${key}`),
    role: 'report',
  });
  put(`${folder}/result.json`, JSON.stringify(result));
  if (behaviour === 'tampered') put(`${folder}/report.txt`, 'changed');
}

function design(result: TaskResultV1, put: (path: string, content: string) => string, isLocal: boolean): void {
  const proposal = JSON.stringify({
    schema: 'analyzer.ticket-proposal.v1',
    task_key: result.task_key,
    input_digest: result.input_digest,
    decision: isLocal ? 'keep_local' : 'extract_library',
    targets: [{ family_id: FAMILY, package_id: isLocal ? 'keep_local' : 'new' }],
    exports: isLocal ? [] : [{ family_id: FAMILY, symbol: 'roundTo', signature: 'roundTo(value, digits)' }],
    rationale: ['Both functions round a value.'],
    evidence_ids: isLocal ? [] : ['E1', 'E2'],
  });
  const hash = put(`.analyzer-artifacts/${result.task_key}/proposal.json`, proposal);
  result.artifacts.push({ path: 'proposal.json', sha256: hash, bytes: Buffer.byteLength(proposal), role: 'report' });
}

/** An executor that works in this process, so that many orders of events can be tested. */
export class ScriptedExecutor implements Executor {
  readonly kind = 'command';
  /** Keys of the tasks in the order in which they ran. */
  readonly ran: string[] = [];
  readonly #behave: (key: string, stage: string) => Behaviour | ExecutorRun['outcome'];

  constructor(behave: (key: string, stage: string) => Behaviour | ExecutorRun['outcome'] = () => 'deliver') {
    this.#behave = behave;
  }

  async run(handover: Handover): Promise<ExecutorRun> {
    const { ANALYZER_TASK_KEY: key = '', ANALYZER_STAGE: stage = '' } = handover.paths;
    this.ran.push(key);
    const behaviour = this.#behave(key, stage);
    if (behaviour === 'failed_to_start')
      return { outcome: behaviour, exitCode: null, printedTickets: [], problem: 'ENOENT' };
    // A process id that is not in use: it is larger than the kernel's maximum.
    handover.onStarted({ pid: 5_000_000, start: 'then', group: 5_000_000 });
    if (behaviour === 'timed_out' || behaviour === 'interrupted') {
      return { outcome: behaviour, exitCode: null, printedTickets: [] };
    }
    if (behaviour !== 'completed') work(handover, behaviour);
    return { outcome: 'completed', exitCode: 0, printedTickets: [] };
  }
}
