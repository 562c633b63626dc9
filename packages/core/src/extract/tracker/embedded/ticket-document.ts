import { AnalyzerError } from '@analyzer/contracts';
import type { Ticket, TicketDraft, TicketExecutor } from '../port.ts';
import { statusOf } from '../status-words.ts';
import { isRecord, type MarkdownDocument, readMarkdown } from './front-matter.ts';

/** Keys are the words of planfile. Unknown keys are preserved. */
export function newDocument(id: string, draft: TicketDraft): MarkdownDocument {
  const { key, title, description, labels, blockedBy, queue, executor, prompt, contextFiles, script } = draft;
  const fields = {
    id,
    name: title,
    status: 'open',
    labels,
    blocked_by: blockedBy,
    source: { tool: 'analyzer', context: { task_key: key } },
    executor: { kind: executor.kind, mode: executor.mode },
    execution: { queue, last_error: null },
    inputs: { prompt, context_files: contextFiles, script },
    outputs: { artifacts: [], recorded: [], result: null },
  };
  return { fields, body: `\n${description}\n` };
}

/**
 * Reads a ticket that a person may have edited.
 *
 * @param path for errors
 * @throws AnalyzerError `invalid_file`
 */
export function readTicket(text: string, path: string): { document: MarkdownDocument; ticket: Ticket } {
  const document = readMarkdown(text);
  if (typeof document === 'string') throw invalid(path, document);
  const fields = new Fields(document.fields, path);
  const word = fields.text('status');
  const status = statusOf(word);
  if (status === undefined) throw invalid(path, `status ${JSON.stringify(word)} is unknown`);
  const ticket: Ticket = {
    id: fields.text('id'),
    key: fields.text('source', 'context', 'task_key'),
    title: fields.text('name'),
    description: document.body.trim(),
    status,
    labels: fields.texts('labels'),
    blockedBy: fields.texts('blocked_by'),
    queue: fields.text('execution', 'queue'),
    executor: executorOf(fields, path),
    prompt: fields.text('inputs', 'prompt'),
    contextFiles: fields.texts('inputs', 'context_files'),
    script: fields.textOrNull('inputs', 'script'),
    artifacts: fields.texts('outputs', 'artifacts'),
    lastError: fields.textOrNull('execution', 'last_error'),
  };
  return { document, ticket };
}

function executorOf(fields: Fields, path: string): TicketExecutor {
  const kind = fields.text('executor', 'kind');
  const mode = fields.text('executor', 'mode');
  if (kind !== 'human' && kind !== 'shell' && kind !== 'llm') throw invalid(path, `executor.kind ${kind} is unknown`);
  if (mode !== 'interactive' && mode !== 'automatic') throw invalid(path, `executor.mode ${mode} is unknown`);
  return { kind, mode };
}

/** Reads values of nested keys. */
class Fields {
  readonly #fields: Record<string, unknown>;
  readonly #path: string;

  constructor(fields: Record<string, unknown>, path: string) {
    this.#fields = fields;
    this.#path = path;
  }

  text(...keys: string[]): string {
    const value = this.#at(keys);
    if (typeof value === 'string') return value;
    throw invalid(this.#path, `${keys.join('.')} is not a string; quote it`);
  }

  /** Null also for a missing key. */
  textOrNull(...keys: string[]): string | null {
    return this.#at(keys) == null ? null : this.text(...keys);
  }

  /** Empty also for a missing key. */
  texts(...keys: string[]): string[] {
    const value = this.#at(keys) ?? [];
    if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value;
    throw invalid(this.#path, `${keys.join('.')} is not a list of strings; quote them`);
  }

  #at(keys: readonly string[]): unknown {
    let value: unknown = this.#fields;
    for (const key of keys) value = isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
    return value;
  }
}

export function invalid(path: string, problem: string): AnalyzerError {
  return new AnalyzerError(
    'invalid_file',
    { path, problem },
    { hint: 'Correct the ticket, or restore the file from version control.' },
  );
}
