import { AnalyzerError } from '@analyzer/contracts';
import type { Ticket, TicketDraft, TicketExecutor } from '../port.ts';
import { statusOf } from '../status-words.ts';
import { isRecord, type MarkdownDocument, readMarkdown } from './front-matter.ts';

/** Ends the prompt in the text below the front matter. */
const END = '<!-- end of the task; notes below this line are not part of it -->';

/**
 * Keys are the words of planfile. Unknown keys are preserved. A prompt that is also the description is only in the text below
 * the front matter, unless an editor could change it there unnoticed.
 */
export function newDocument(id: string, draft: TicketDraft): MarkdownDocument {
  const { key, title, description, labels, blockedBy, queue, executor, prompt, contextFiles, script } = draft;
  const isOnce = prompt === description && prompt === canonical(prompt) && !prompt.includes(END);
  const fields = {
    id,
    name: title,
    status: 'open',
    labels,
    blocked_by: blockedBy,
    source: { tool: 'analyzer', context: { task_key: key } },
    executor: { kind: executor.kind, mode: executor.mode },
    execution: { queue, last_error: null },
    inputs: { ...(isOnce ? {} : { prompt }), context_files: contextFiles, script },
    outputs: { artifacts: [], recorded: [], result: null },
  };
  return { fields, body: isOnce ? `\n${prompt}\n\n${END}\n` : `\n${description}\n` };
}

/** The body of a revised ticket, with the notes of a person in the old one. */
export function revisedBody(old: string, revised: string): string {
  const [, notes] = old.split(END);
  return notes !== undefined && revised.includes(END)
    ? `${revised.slice(0, revised.indexOf(END))}${END}${notes}`
    : revised;
}

/** The part of a body above the notes, as the prompt has it; undefined without the line that ends it. */
function promptIn(body: string): string | undefined {
  const end = body.indexOf(END);
  return end < 0 ? undefined : canonical(body.slice(0, end));
}

/** Without what editors and version control change: ends of lines, spaces before them, empty lines around the text. */
function canonical(text: string): string {
  return text
    .split(/\r?\n/)
    .map((line) => line.trimEnd())
    .join('\n')
    .trim();
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
    description: document.body.replace(`${END}\n`, '').trim(),
    status,
    labels: fields.texts('labels'),
    blockedBy: fields.texts('blocked_by'),
    queue: fields.text('execution', 'queue'),
    executor: executorOf(fields, path),
    prompt: fields.textOrNull('inputs', 'prompt') ?? bodyPrompt(document, path),
    contextFiles: fields.texts('inputs', 'context_files'),
    script: fields.textOrNull('inputs', 'script'),
    artifacts: fields.texts('outputs', 'artifacts'),
    lastError: fields.textOrNull('execution', 'last_error'),
  };
  return { document, ticket };
}

function bodyPrompt({ body }: MarkdownDocument, path: string): string {
  const prompt = promptIn(body);
  if (prompt !== undefined) return prompt;
  throw invalid(path, `the line ${END} is missing, and inputs.prompt is not a string`);
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
