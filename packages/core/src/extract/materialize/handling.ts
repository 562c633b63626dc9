import type { ExtractionState } from '../state/model.ts';
import type { Handling } from './task-draft.ts';

/** Without it, koru refuses a ticket for its model, as it does not know whether files must change. */
const CHANGES_FILES = 'code-change';

/**
 * How tickets are written for the executor.
 *
 * @param program absolute path of the program that works on shell tickets
 */
export function handlingOf({ kind, ticket_kind }: ExtractionState['executor'], program: string | undefined): Handling {
  return {
    executor: { kind: ticket_kind, mode: 'automatic' },
    script: (key) => (program === undefined ? null : `exec ${shellQuoted(program)} ${key}`),
    labels: kind === 'koru' && ticket_kind === 'llm' ? [CHANGES_FILES] : [],
  };
}

function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
