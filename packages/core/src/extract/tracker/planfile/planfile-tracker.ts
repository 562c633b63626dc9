import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compareBytes } from '@analyzer/contracts';
import { CheckedFolder } from '../../files/checked-folder.ts';
import { PathProblem } from '../../files/checked-path.ts';
import { ticketDigest } from '../digest.ts';
import {
  type Capabilities,
  isTicketId,
  type Ticket,
  type TicketDraft,
  type TicketResult,
  type TicketStatus,
  type Tracker,
} from '../port.ts';
import { BRIDGE } from './bridge-script.ts';
import { pythonOf } from './find-python.ts';
import { readTicket } from './read-ticket.ts';
import { runProgram, unavailable } from './run-program.ts';

/** Folder of planfile in a project. */
const STORE = '.planfile';
/** Isolated: no module of the project, of the user or of the environment is loaded. */
const PYTHON_FLAGS = ['-I', '-c'];

/**
 * The tickets of planfile in one project. Its command line reads them, because only that output includes archived tickets
 * and recorded results; a fixed program with planfile's own functions changes them.
 */
export class PlanfileTracker implements Tracker {
  readonly #root: string;
  readonly #program: string;

  /**
   * @param root absolute path of the project
   * @param program absolute path of planfile
   */
  constructor(root: string, program: string) {
    this.#root = root;
    this.#program = program;
  }

  async probe(): Promise<Capabilities> {
    const version = await runProgram(this.#program, ['--version'], { cwd: this.#root });
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'analyzer-planfile-')));
    try {
      const scratch = new PlanfileTracker(folder, this.#program);
      const draft = { ...PROBE, blockedBy: [] };
      const first = await scratch.ensure(draft);
      const second = await scratch.ensure({ ...draft, key: `${PROBE.key}-r2`, blockedBy: [first.id] });
      const isComplete =
        ticketDigest(second) === ticketDigest(draft) &&
        second.blockedBy[0] === first.id &&
        draft.labels.every((label) => second.labels.includes(label));
      if (!isComplete) throw unavailable('this version of planfile does not store all fields of a ticket');
      return { tracker: version.stdout.trim(), contextFiles: second.contextFiles.length > 0 };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  async ensure({ key, title, ...draft }: TicketDraft): Promise<Ticket> {
    const fields = {
      description: draft.description,
      labels: draft.labels,
      blocked_by: draft.blockedBy,
      source: { tool: 'analyzer', context: { task_key: key } },
      executor: draft.executor,
      execution: { queue: draft.queue },
      inputs: inputsOf(draft),
    };
    const id = await this.#change('ensure', { key, title, fields });
    const ticket = typeof id === 'string' ? await this.get(id) : undefined;
    if (ticket?.key === key) return ticket;
    throw unavailable(`planfile does not return the ticket of ${key} that it created`);
  }

  async revise(id: string, draft: TicketDraft): Promise<void> {
    const fields = { name: draft.title, description: draft.description };
    await this.#change('revise', { ticket_id: checked(id), fields, inputs: inputsOf(draft) });
  }

  async get(id: string): Promise<Ticket | undefined> {
    if (!isTicketId(id)) return undefined;
    // Without an option of planfile for that: an unknown ticket is an error like any other.
    const found = await this.list();
    return found.find((ticket) => ticket.id === id);
  }

  async list(): Promise<Ticket[]> {
    if (!this.#hasStore()) return [];
    const args = ['ticket', 'list', '--sprint', 'all', '--format', 'json'];
    const { code, stdout, message } = await runProgram(this.#program, args, { cwd: this.#root });
    const all = code === 0 ? jsonOf(stdout) : undefined;
    if (!Array.isArray(all)) throw unavailable(`planfile does not list the tickets of ${this.#root}: ${message}`);
    const tickets = all.map(readTicket).filter((ticket) => ticket !== undefined);
    return tickets.sort((a, b) => compareBytes(a.id, b.id));
  }

  async setLabels(id: string, { add = [], remove = [] }: { add?: readonly string[]; remove?: readonly string[] }) {
    await this.#change('labels', { ticket_id: checked(id), add, remove });
  }

  async setBlockedBy(id: string, ids: readonly string[]) {
    await this.#change('blocked_by', { ticket_id: checked(id), ids: ids.map(checked) });
  }

  async setStatus(id: string, status: TicketStatus, reason?: string) {
    await this.#change('status', { ticket_id: checked(id), status, reason: reason ?? null });
  }

  async recordResult(id: string, { key, artifacts, result }: TicketResult) {
    await this.#change('record', { ticket_id: checked(id), key, artifacts, result });
  }

  async #change(operation: string, values: object): Promise<unknown> {
    this.#hasStore();
    const input = JSON.stringify({ root: this.#root, operation, arguments: values });
    const python = pythonOf(this.#program);
    const { stdout, message } = await runProgram(python, [...PYTHON_FLAGS, BRIDGE], { cwd: this.#root, input });
    const answer = jsonOf(stdout.trimEnd().split('\n').at(-1) ?? '');
    if (typeof answer !== 'object' || answer === null) throw unavailable(`planfile fails in ${this.#root}: ${message}`);
    if ('error' in answer) throw unavailable(`planfile: ${answer.error}`);
    return Reflect.get(answer, 'answer');
  }

  /** Without it, planfile would use the store of a folder above. @throws AnalyzerError for a symbolic link */
  #hasStore(): boolean {
    try {
      return CheckedFolder.find(this.#root, [STORE]) !== undefined;
    } catch (error) {
      if (!(error instanceof PathProblem)) throw error;
      throw unavailable(`${STORE} in ${this.#root} cannot be used: ${error.message}`, error);
    }
  }
}

const PROBE: TicketDraft = {
  key: `design-${'0'.repeat(20)}`,
  title: 'Probe of Promise<void>',
  description: 'Probe',
  labels: ['analyzer', 'waiting:analyzer-dependencies'],
  blockedBy: [],
  queue: 'analyzer-probe',
  executor: { kind: 'shell', mode: 'automatic' },
  prompt: 'Line 1\n---\nLine 2',
  contextFiles: ['a/b.json'],
  script: 'exit 0',
};

function inputsOf({ prompt, contextFiles, script }: Pick<TicketDraft, 'prompt' | 'contextFiles' | 'script'>) {
  return { prompt, context_files: contextFiles, expect_files_changed: false, ...(script === null ? {} : { script }) };
}

function checked(id: string): string {
  if (isTicketId(id)) return id;
  throw unavailable(`there is no ticket ${JSON.stringify(id)}`);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
