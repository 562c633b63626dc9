import type { IncidentRow, PageState } from '../data.ts';

/** What a person had seen when they last said so. */
export interface Seen {
  epoch: string;
  /** Sequence number of the newest event of then. */
  newest: number;
  /** Events of all services. */
  total: number;
  at: number;
}

/** Something that happened since, and to whom. */
export interface Change {
  words: string;
  services: string[];
}

export function seenNow({ epoch, now, newest, services }: PageState): Seen {
  return { epoch, newest, at: now, total: totalOf(services) };
}

/** What happened since, the worst first. */
export function changesSince(seen: Seen, state: PageState): Change[] {
  if (seen.epoch !== state.epoch) {
    return [{ words: 'Another store answers here: nothing can be compared.', services: [] }];
  }
  const isNew = (at: number | null): boolean => at !== null && at > seen.at;
  const { incidents, services, audit } = state;
  const opened = incidents.filter(({ openedAt }) => isNew(openedAt));
  const changes: Change[] = [];
  const say = (words: string, rows: readonly { service: string }[]): void => {
    const names = [...new Set(rows.map(({ service }) => service))];
    if (names.length > 0) changes.push({ words, services: names });
  };
  const isOpen = ({ closedAt }: IncidentRow): boolean => closedAt === null;
  say('Broke and still broken', opened.filter(isOpen));
  say(
    'Broke and recovered',
    opened.filter((one) => !isOpen(one)),
  );
  say(
    'Recovered',
    incidents.filter(({ openedAt, closedAt }) => !isNew(openedAt) && isNew(closedAt)),
  );
  say(
    'Looks different',
    services.filter(({ visual }) => isNew(visual?.at ?? null)),
  );
  say(
    'Fell silent',
    services.filter(({ silentFor, lastSeen }) => silentFor !== null && isNew(lastSeen)),
  );
  say(
    'Seen for the first time',
    services.filter(({ firstSeen }) => isNew(firstSeen)),
  );
  for (const { at, action, by } of audit) {
    if (isNew(at) && (action === 'clear' || action === 'import')) {
      changes.push({
        words: action === 'clear' ? `Events were cleared by ${by}` : `Events came by import`,
        services: [],
      });
    }
  }
  const events = totalOf(services) - seen.total;
  if (events > 0) changes.push({ words: `${events} new event${events === 1 ? '' : 's'}`, services: [] });
  return changes;
}

function totalOf(services: PageState['services']): number {
  return services.reduce((sum, { count }) => sum + count, 0);
}
