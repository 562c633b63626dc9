import { type TicketIssue, ticketIssues } from '@analyzer/core/extract/hosting/sync-tickets.ts';
import type { ExtractionState } from '@analyzer/core/extract/state/model.ts';
import { readState, StateFile } from '@analyzer/core/extract/state/state-file.ts';
import { visible } from '@analyzer/core/render/visible.ts';
import { interruptible } from '../output/interrupt.ts';
import { StreamWriter } from '../output/write-stream.ts';
import type { SyncFlags } from './flags.ts';
import { openHosting } from './open-hosting.ts';

/** Lists the issues that would be created or changed, or creates and changes them. */
export async function syncCommand(flags: SyncFlags): Promise<void> {
  await interruptible(async (signal) => {
    if (!flags.execute) {
      await printIssues(readState(flags.state), flags, signal);
      return;
    }
    const file = await StateFile.lock(flags.state);
    try {
      await printIssues(file.read() ?? readState(flags.state), flags, signal);
    } finally {
      file.release();
    }
  });
}

async function printIssues(state: ExtractionState, flags: SyncFlags, signal: AbortSignal): Promise<void> {
  const hostings = await openHosting(state, flags, signal);
  const output = new StreamWriter(process.stdout, signal);
  const counts = { create: 0, update: 0, none: 0 };
  const step = flags.execute ? 'sync' : 'preview';
  for await (const one of ticketIssues(state, (project) => hostings.get(project)?.hosting, { step, signal })) {
    counts[one.publication.action]++;
    await output.write([`${issueLine(one, hostings.get(one.project)?.repository ?? '')}\n`]);
  }
  const { create, update, none } = counts;
  const summary = flags.execute
    ? `${create} created, ${update} updated, ${none} current`
    : `${create} to create, ${update} to update, ${none} current; nothing is sent without --execute`;
  await output.write([`${summary}\n`]);
}

const ACTIONS = { create: 'create', update: 'update', none: 'current' };

/** A line about a ticket: action, key, ticket, repository, issue, title. */
export function issueLine({ key, publication }: TicketIssue, repository: string): string {
  const { action, ticketId, issue, title } = publication;
  const address = issue === null ? repository : (issue.url ?? `${repository} issue ${issue.number}`);
  return visible(`${ACTIONS[action].padEnd(7)}  ${key}  ${ticketId}  ${address}  ${title}`);
}
