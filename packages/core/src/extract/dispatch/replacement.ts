import { artifactFolder, REFUSED } from '../result/model.ts';
import { baseKey, type RecordedTicket, revisionOf } from '../state/model.ts';
import { ticketDigest } from '../tracker/digest.ts';
import { type Ticket, type TicketDraft, WAITING_FOR_DEPENDENCIES, WAITING_FOR_REVIEW } from '../tracker/port.ts';
import { isFinal } from '../tracker/status-words.ts';
import type { Projects, Survey, SurveyedTask } from './survey.ts';

/**
 * Creates a ticket that replaces the one of a task, with a key of its own. The refused result is moved aside. Each step
 * may be repeated after a crash; only then the caller records the ticket.
 *
 * @returns the new ticket, to record
 */
export async function replaceTicket(
  { task, recorded, ticket }: SurveyedTask & { recorded: RecordedTicket; ticket: Ticket },
  survey: Survey,
  projects: Projects,
): Promise<RecordedTicket> {
  const tracker = projects.trackerOf(task.project);
  const { task_key: oldKey } = recorded;
  const key = `${baseKey(oldKey)}-r${revisionOf(oldKey) + 1}`;
  moveAside(oldKey, task.project, projects);
  const draft = draftFrom(ticket, oldKey, key, task.after.length > 0);
  const created = await tracker.ensure(draft);
  // Before the old ticket is canceled: other runners would treat that as done.
  for (const other of survey.tasks) {
    if (other.task.project !== task.project || !other.ticket?.blockedBy.includes(ticket.id)) continue;
    const blockedBy = other.ticket.blockedBy.map((id) => (id === ticket.id ? created.id : id));
    await tracker.setBlockedBy(other.ticket.id, blockedBy);
  }
  if (!isFinal(ticket.status)) await tracker.setStatus(ticket.id, 'canceled', `replaced by ${created.id}`);
  return { task_key: key, project: task.project, ticket_id: created.id, digest: ticketDigest(draft) };
}

function moveAside(key: string, project: string, { folderOf }: Projects): void {
  const files = folderOf(project);
  const from = artifactFolder(key);
  const to = `${REFUSED}/${key}`;
  if (files.list(from).length > 0) files.move(from, to);
}

function draftFrom(ticket: Ticket, oldKey: string, key: string, waits: boolean): TicketDraft {
  const { title, queue, executor, contextFiles, blockedBy } = ticket;
  // Context files keep their folder. A longer key with the same start is another one.
  const pattern = new RegExp(`(?<!context/)${oldKey}(?![-0-9a-z])`, 'g');
  const renamed = (text: string): string => text.replace(pattern, key);
  const own = [WAITING_FOR_DEPENDENCIES, WAITING_FOR_REVIEW];
  const labels = ticket.labels.filter((label) => !own.includes(label));
  return {
    key,
    title,
    description: renamed(ticket.prompt),
    labels: waits ? [...labels, WAITING_FOR_DEPENDENCIES] : labels,
    blockedBy,
    queue,
    executor,
    prompt: renamed(ticket.prompt),
    contextFiles,
    script: ticket.script === null ? null : renamed(ticket.script),
  };
}
