import { AnalyzerError, compareBytes } from '@analyzer/contracts';
import type { ProjectFiles } from '../../files/project-files.ts';
import type { Capabilities, OnDamaged, Ticket, TicketDraft, TicketResult, TicketStatus, Tracker } from '../port.ts';
import { isFinal } from '../status-words.ts';
import { isRecord, type MarkdownDocument, markdownText } from './front-matter.ts';
import { invalid, newDocument, readTicket, revisedBody } from './ticket-document.ts';
import { embeddedId, idOfFile, ticketFileName } from './ticket-file.ts';
import { requireFreeFolder, requireTicketFolder } from './ticket-folder.ts';

const LARGEST_TICKET = 4 * 1024 * 1024;

/**
 * A tracker without a program: one Markdown file with YAML front matter for each ticket. Names are keys and titles of tasks,
 * and ids are digests of the keys, so that two branches create the same file for the same task.
 */
export class EmbeddedTracker implements Tracker {
  readonly #files: ProjectFiles;
  readonly #folder: string;
  /** Tickets by the path of their file, with its text: a file that has not changed is not parsed again. */
  readonly #parsed = new Map<string, { text: string; ticket: Ticket }>();

  /** @param folder name of the folder of tickets in the project */
  constructor(files: ProjectFiles, folder: string) {
    this.#files = files;
    this.#folder = folder;
  }

  async probe(): Promise<Capabilities> {
    requireFreeFolder(this.#files, this.#folder);
    return { tracker: 'embedded', contextFiles: true };
  }

  async ensure(draft: TicketDraft): Promise<Ticket> {
    const id = embeddedId(draft.key);
    const found = this.#ticket(id);
    if (found !== undefined) {
      if (found.ticket.key === draft.key) return found.ticket;
      throw invalid(found.path, `its task key is ${found.ticket.key}, not ${draft.key}`);
    }
    requireTicketFolder(this.#files, this.#folder);
    const text = markdownText(newDocument(id, draft));
    const path = `${this.#folder}/${ticketFileName(draft)}`;
    this.#files.write(path, text);
    return readTicket(text, path).ticket;
  }

  async revise(id: string, draft: TicketDraft) {
    this.#change(id, (fields, ticket, document) => {
      if (isFinal(ticket.status)) throw finalTicket(ticket, 'change');
      const revised = newDocument(id, draft);
      fields.name = revised.fields.name;
      fields.executor = revised.fields.executor;
      const { prompt: _, ...inputs } = recordAt(fields, 'inputs');
      fields.inputs = { ...inputs, ...recordAt(revised.fields, 'inputs') };
      document.body = revisedBody(document.body, revised.body);
    });
  }

  async get(id: string): Promise<Ticket | undefined> {
    return this.#ticket(id)?.ticket;
  }

  async list(onDamaged?: OnDamaged): Promise<Ticket[]> {
    return [...new Set(this.#ids())].sort(compareBytes).flatMap((id) => {
      try {
        const found = this.#ticket(id);
        return found === undefined ? [] : [found.ticket];
      } catch (error) {
        if (onDamaged === undefined || !(error instanceof AnalyzerError)) throw error;
        onDamaged(id, error.message);
        return [];
      }
    });
  }

  async setLabels(id: string, { add = [], remove = [] }: { add?: readonly string[]; remove?: readonly string[] }) {
    this.#change(id, (fields, { labels }) => {
      fields.labels = [...new Set([...labels, ...add])].filter((label) => !remove.includes(label));
    });
  }

  async setBlockedBy(id: string, ids: readonly string[]) {
    this.#change(id, (fields) => {
      fields.blocked_by = [...ids];
    });
  }

  async setStatus(id: string, status: TicketStatus, reason?: string) {
    this.#change(id, (fields, ticket) => {
      if (ticket.status === status) return;
      if (isFinal(ticket.status)) throw finalTicket(ticket, `become ${status}`);
      fields.status = status;
      fields.execution = { ...recordAt(fields, 'execution'), last_error: reason ?? null };
    });
  }

  async recordResult(id: string, { key, artifacts, result }: TicketResult) {
    this.#change(id, (fields, ticket) => {
      const outputs = recordAt(fields, 'outputs');
      const recorded = Array.isArray(outputs.recorded) ? outputs.recorded : [];
      if (recorded.includes(key)) return;
      const all = [...new Set([...ticket.artifacts, ...artifacts])];
      fields.outputs = { ...outputs, artifacts: all, recorded: [...recorded, key], result };
    });
  }

  #change(
    id: string,
    change: (fields: Record<string, unknown>, ticket: Ticket, document: MarkdownDocument) => void,
  ): void {
    const file = this.#file(id);
    if (file === undefined) {
      throw new AnalyzerError('tracker_unavailable', { problem: `there is no ticket ${id} in ${this.#files.root}` });
    }
    const { path, text } = file;
    const { document, ticket } = this.#parse(id, path, text);
    const before = markdownText(document);
    change(document.fields, ticket, document);
    const after = markdownText(document);
    // An unchanged ticket is not written again, so that the format of a person's edits remains.
    if (after !== before) this.#files.write(path, after);
  }

  #ticket(id: string): { ticket: Ticket; path: string } | undefined {
    const file = this.#file(id);
    if (file === undefined) return undefined;
    const { path, text } = file;
    const known = this.#parsed.get(path);
    const ticket = known?.text === text ? known.ticket : this.#parse(id, path, text).ticket;
    this.#parsed.set(path, { text, ticket });
    return { ticket: structuredClone(ticket), path };
  }

  #parse(id: string, path: string, text: string): { document: MarkdownDocument; ticket: Ticket } {
    const read = readTicket(text, path);
    if (read.ticket.id !== id) throw invalid(path, `its id is ${read.ticket.id}`);
    return read;
  }

  #file(id: string): { path: string; text: string } | undefined {
    const path = this.#pathOf(id);
    const bytes = path === undefined ? undefined : this.#files.read(path, LARGEST_TICKET);
    return path === undefined || bytes === undefined ? undefined : { path, text: bytes.toString('utf8') };
  }

  /** @throws AnalyzerError `invalid_file` if two branches created files with different titles */
  #pathOf(id: string): string | undefined {
    const [name, other] = this.#names().filter((one) => idOfFile(one) === id);
    if (name === undefined) return undefined;
    const path = `${this.#folder}/${name}`;
    if (other !== undefined) throw invalid(path, `${other} is a file of the same ticket; delete one of them`);
    return path;
  }

  #ids(): string[] {
    return this.#names().flatMap((name) => idOfFile(name) ?? []);
  }

  #names(): string[] {
    return this.#files.list(this.#folder).map(({ name }) => name);
  }
}

function finalTicket({ id, status }: Ticket, action: string): AnalyzerError {
  const problem = `ticket ${id} is ${status} and cannot ${action}`;
  return new AnalyzerError('tracker_unavailable', { problem }, { hint: 'A new ticket replaces it.' });
}

function recordAt(fields: Record<string, unknown>, key: string): Record<string, unknown> {
  const value = fields[key];
  return isRecord(value) ? value : {};
}
