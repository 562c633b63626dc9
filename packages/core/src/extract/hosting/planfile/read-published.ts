import { unavailable } from '../../tracker/planfile/unavailable.ts';
import type { Issue } from '../port.ts';

/** A ticket of planfile, and what was sent of it. */
export interface Published {
  title: string;
  body: string;
  labels: string[];
  issue: Issue | null;
  /** When the compared text was sent, with the current labels and status: last, before another one, or never. */
  sent: 'latest' | 'earlier' | 'never';
  /** Number of texts that were sent. */
  count: number;
}

/** Reads an answer of planfile. @throws AnalyzerError `tracker_unavailable` */
export function readPublished(value: unknown): Published {
  const at = (key: string): unknown => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : null);
  const [title, body, labels, sent, count] = ['title', 'body', 'labels', 'sent', 'count'].map(at);
  if (typeof title !== 'string' || typeof body !== 'string' || !Array.isArray(labels) || typeof count !== 'number') {
    throw unavailable('planfile does not describe what it sent');
  }
  return {
    title,
    body,
    labels: labels.filter((label) => typeof label === 'string'),
    issue: issueOf(at('issue')),
    sent: sent === 'latest' || sent === 'earlier' ? sent : 'never',
    count,
  };
}

function issueOf(value: unknown): Issue | null {
  if (typeof value !== 'object' || value === null || !('id' in value)) return null;
  const url = 'url' in value && typeof value.url === 'string' ? value.url : null;
  return { number: String(value.id), url };
}
