import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AnalyzerError, compareBytes } from '@analyzer/contracts';
import { CheckedFolder } from '../../files/checked-folder.ts';
import { PathProblem } from '../../files/checked-path.ts';
import { ticketDigest } from '../digest.ts';
import {
  type Capabilities,
  isTicketId,
  type OnDamaged,
  type Ticket,
  type TicketDraft,
  type TicketResult,
  type TicketStatus,
  type Tracker,
} from '../port.ts';
import type { PlanfileProgram } from './planfile-program.ts';
import { idOf, readTicket } from './read-ticket.ts';
import { unavailable } from './unavailable.ts';

/** Folder of planfile in a project. */
const STORE = '.planfile';

/** The tickets of planfile in one project. Its own functions read and change them. */
export class PlanfileTracker implements Tracker {
  readonly #root: string;
  readonly #program: PlanfileProgram;

  /** @param root absolute path of the project */
  constructor(root: string, program: PlanfileProgram) {
    this.#root = root;
    this.#program = program;
  }

  async probe(): Promise<Capabilities> {
    this.#hasStore();
    return this.#program.capabilities(() => probe(this.#program));
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
    const ticket = readTicket(await this.#request('ensure', { root: this.#root, key, title, fields }));
    if (ticket?.key === key) return ticket;
    throw unavailable(`planfile does not return the ticket of ${key} that it created in ${this.#root}`);
  }

  async revise(id: string, draft: TicketDraft): Promise<void> {
    const fields = { name: draft.title, description: draft.description, executor: draft.executor };
    await this.#change('revise', id, { fields, inputs: inputsOf(draft) });
  }

  async get(id: string): Promise<Ticket | undefined> {
    if (!isTicketId(id)) return undefined;
    const found = this.#hasStore() ? await this.#request('get', { ticket_id: id }) : null;
    return found === null ? undefined : readTicket(found);
  }

  async list(onDamaged?: OnDamaged): Promise<Ticket[]> {
    if (!this.#hasStore()) return [];
    const all = await this.#request('tickets', {});
    if (!Array.isArray(all)) throw unavailable(`planfile does not list the tickets of ${this.#root}`);
    const tickets = all.flatMap((value): Ticket[] => {
      try {
        return [readTicket(value) ?? []].flat();
      } catch (error) {
        const id = idOf(value);
        if (onDamaged === undefined || id === undefined || !(error instanceof AnalyzerError)) throw error;
        onDamaged(id, error.message);
        return [];
      }
    });
    return tickets.sort((a, b) => compareBytes(a.id, b.id));
  }

  async setLabels(id: string, { add = [], remove = [] }: { add?: readonly string[]; remove?: readonly string[] }) {
    await this.#change('labels', id, { add, remove });
  }

  async setBlockedBy(id: string, ids: readonly string[]) {
    await this.#change('blocked_by', id, { ids: ids.map(checked) });
  }

  async setStatus(id: string, status: TicketStatus, reason?: string) {
    await this.#change('status', id, { status, reason: reason ?? null });
  }

  async recordResult(id: string, { key, artifacts, result }: TicketResult) {
    await this.#change('record', id, { key, artifacts, result });
  }

  async #change(operation: string, id: string, values: object): Promise<void> {
    if (!this.#hasStore()) throw unavailable(`there is no ticket ${id} in ${this.#root}`);
    await this.#request(operation, { ticket_id: checked(id), ...values });
  }

  #request(operation: string, values: object): Promise<unknown> {
    this.#hasStore();
    return this.#program.request({ root: this.#root, operation, arguments: values });
  }

  /** Planfile would create a missing one. @throws AnalyzerError `tracker_unavailable` for a symbolic link */
  #hasStore(): boolean {
    try {
      return CheckedFolder.find(this.#root, [STORE]) !== undefined;
    } catch (error) {
      if (!(error instanceof PathProblem)) throw error;
      throw unavailable(`${STORE} in ${this.#root} cannot be used: ${error.message}`, { cause: error });
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

/** Writes tickets with all fields into a folder of its own. */
async function probe(program: PlanfileProgram): Promise<Capabilities> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'analyzer-planfile-')));
  try {
    const version = await program.request({ root: folder, operation: 'about', arguments: {} });
    const scratch = new PlanfileTracker(folder, program);
    const first = await scratch.ensure(PROBE);
    const second = await scratch.ensure({ ...PROBE, key: `${PROBE.key}-r2`, blockedBy: [first.id] });
    const isComplete =
      ticketDigest(second) === ticketDigest(PROBE) &&
      second.blockedBy[0] === first.id &&
      PROBE.labels.every((label) => second.labels.includes(label));
    if (!isComplete) throw unavailable(`planfile ${version} does not store all fields of a ticket`);
    return { tracker: `planfile ${version}`, contextFiles: second.contextFiles.length > 0 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
