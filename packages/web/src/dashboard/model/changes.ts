import { type IncidentRow, type PageState, stateAt } from '@analyzer/contracts/pages/dashboard';

/** The state of the store when the user marked all as seen. */
export interface Seen {
  epoch: string;
  /** Sequence number of the newest event at that time. */
  newest: number;
  /** Number of events of all services. */
  total: number;
  at: number;
}

/** A kind of change since then, and the services that it affects. */
export interface Change {
  words: string;
  services: string[];
}

export function seenNow({ epoch, now, newest, services }: PageState): Seen {
  return { epoch, newest, at: now, total: totalOf(services) };
}

/** All changes since then, most severe first. */
export function changesSince(seen: Seen, state: PageState): Change[] {
  if (seen.epoch !== state.epoch) {
    return [{ words: 'The server has another store: changes are unknown.', services: [] }];
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
  say('Failing since then', opened.filter(isOpen));
  say(
    'Failed and recovered',
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
    'Became late',
    services.filter((row) => stateAt(row, state.now) === 'late' && isNew(row.lateAt)),
  );
  say(
    'Became quiet',
    services.filter((row) => stateAt(row, state.now) === 'quiet' && isNew(row.quietAt)),
  );
  say(
    'New services',
    services.filter(({ firstSeen }) => isNew(firstSeen)),
  );
  for (const { at, action, by } of audit) {
    if (isNew(at) && (action === 'clear' || action === 'import')) {
      changes.push({
        words: action === 'clear' ? `Events were cleared by ${by}` : `Events were imported`,
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
