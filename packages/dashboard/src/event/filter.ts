import { happenedAt } from './order.ts';
import type { StoredEvent } from './stored.ts';

/** Which events a request lists; an empty string, and an infinite time, mean any. */
export interface EventFilter {
  type: string;
  service: string;
  stage: string;
  file: string;
  endpoint: string;
  /** Seconds. */
  since: number;
  until: number;
  /** In lower case. */
  search: string;
}

/** Whether an event fits, regardless of the search, which is slower. */
export function fits({ facts, at }: StoredEvent, filter: EventFilter): boolean {
  const { type, service, stage, file, endpoint, since, until } = filter;
  if (type !== '' && facts.type !== type) return false;
  if (service !== '' && facts.service !== service) return false;
  if (stage !== '' && facts.stage !== stage) return false;
  if (file !== '' && facts.file !== file) return false;
  if (endpoint !== '' && facts.endpoint !== endpoint && facts.url !== endpoint) return false;
  if (!Number.isFinite(since) && !Number.isFinite(until)) return true;
  const when = happenedAt(facts, at);
  return when >= since && when <= until;
}

/** Whether a value of the event, case-folded and with resolved escapes, contains the search, as a reader sees it. */
export function contains({ raw }: StoredEvent, { search }: EventFilter): boolean {
  if (search === '') return true;
  const text = raw.toString();
  const shown = text.includes('\\') ? JSON.stringify(JSON.parse(text)).replaceAll('\\"', '"') : text;
  return shown.toLowerCase().includes(search);
}
