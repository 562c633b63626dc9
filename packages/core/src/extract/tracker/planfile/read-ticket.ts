import type { Ticket, TicketExecutor } from '../port.ts';
import { statusOf } from '../status-words.ts';
import { unavailable } from './unavailable.ts';

/** Label by which planfile finds the ticket of a key. */
const KEY_LABEL = 'dedupe:';

/**
 * Reads a ticket as planfile serializes it.
 *
 * @returns undefined if another program created it
 * @throws AnalyzerError `tracker_unavailable`
 */
export function readTicket(value: unknown): Ticket | undefined {
  const id = text(value, 'id');
  const labels = texts(value, 'labels');
  const key = labels.find((label) => label.startsWith(KEY_LABEL))?.slice(KEY_LABEL.length);
  if (key === undefined) return undefined;
  const word = text(value, 'status');
  const status = statusOf(word);
  if (status === undefined) throw unavailable(`ticket ${id} has the unknown status ${word}`);
  return {
    id,
    key,
    title: text(value, 'name'),
    description: text(value, 'description'),
    status,
    labels: labels.filter((label) => !label.startsWith(KEY_LABEL)),
    blockedBy: texts(value, 'blocked_by'),
    queue: text(value, 'execution', 'queue'),
    executor: executorOf(value),
    prompt: text(value, 'inputs', 'prompt'),
    contextFiles: texts(value, 'inputs', 'context_files'),
    script: textOrNull(value, 'inputs', 'script'),
    artifacts: texts(value, 'outputs', 'artifacts'),
    lastError: textOrNull(value, 'execution', 'last_error'),
  };
}

/** Undefined if it has none. */
export function idOf(value: unknown): string | undefined {
  return textOrNull(value, 'id') ?? undefined;
}

function executorOf(value: unknown): TicketExecutor {
  const kind = text(value, 'executor', 'kind');
  const mode = text(value, 'executor', 'mode');
  return {
    // Any other kind is not ours, and does not run.
    kind: kind === 'shell' || kind === 'llm' ? kind : 'human',
    mode: mode === 'automatic' ? mode : 'interactive',
  };
}

function at(value: unknown, keys: readonly string[]): unknown {
  let found = value;
  for (const key of keys) found = typeof found === 'object' && found !== null ? Reflect.get(found, key) : undefined;
  return found;
}

function text(value: unknown, ...keys: string[]): string {
  return textOrNull(value, ...keys) ?? '';
}

function textOrNull(value: unknown, ...keys: string[]): string | null {
  const found = at(value, keys);
  return typeof found === 'string' ? found : null;
}

function texts(value: unknown, ...keys: string[]): string[] {
  const found = at(value, keys);
  return Array.isArray(found) ? found.filter((item) => typeof item === 'string') : [];
}
