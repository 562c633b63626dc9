import { hash } from 'node:crypto';
import type { TicketDraft } from './port.ts';

/**
 * Digest of the execution: executor, script, queue and prompt. The description is not part of it, because executors append
 * to it.
 */
export function ticketDigest({ executor, script, queue, prompt }: TicketDraft): string {
  return hash('sha256', JSON.stringify([executor.kind, executor.mode, script, queue, prompt]));
}
