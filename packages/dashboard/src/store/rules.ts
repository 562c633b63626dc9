/** Limits of the rules below. */
export const LIMITS = {
  /** An UP this soon after the incident was closed by a PASS belongs to it, in milliseconds. */
  lookBackMs: 60_000,
  /** A VISUAL_DIFF and an ANOMALY of one service and address within this time are one finding. */
  twinMs: 5_000,
  /** Changes of the result within the window that make a service flaky. */
  flakyChanges: 3,
  flakyWindowMs: 24 * 3_600_000,
  /** Gaps between events that must be known before silence means anything. */
  silenceGaps: 5,
  /** Silent: so many times the usual gap, and at least so long. */
  silenceFactor: 6,
  silenceLeastMs: 10 * 60_000,
} as const;

/** What the page concludes from events, as it tells its readers. Each rule has a test of the same name. */
export const RULES = [
  {
    id: 'failing',
    says: 'A service fails while it is down, its tests fail, a page of it is broken, a metric is above its limit, or an anomaly is open. An incident is open exactly as long.',
  },
  { id: 'open-by-regression', says: 'A REGRESSION opens an incident: it may arrive before DOWN. Only a PASS ends it.' },
  { id: 'open-by-down', says: 'A transition to down opens an incident, or joins the open one.' },
  {
    id: 'open-by-page',
    says: 'A capture or VISUAL_DIFF that finds a broken page (issue) opens an incident, until one of the same address finds it working.',
  },
  {
    id: 'open-by-anomaly',
    says: 'A metric above its threshold opens an incident, until a report of the same metric is not above it. Any other ANOMALY opens one until a PASS.',
  },
  { id: 'close-by-up', says: 'A transition to up closes the open incident, unless something else still fails.' },
  {
    id: 'close-by-pass',
    says: 'A PASS ends failing tests, what agents report of pages, and DOWN, because the UP may be lost; health is then presumed up. What a driver measured stays.',
  },
  { id: 'late-up', says: 'An UP within 60 seconds after a closing PASS belongs to the incident that was closed.' },
  {
    id: 'join',
    says: 'Every event of the service during an incident belongs to it. A page that only looks different opens none.',
  },
  { id: 'fold', says: 'Equal findings that follow one another in an incident are one entry with a count.' },
  {
    id: 'twin',
    says: 'A VISUAL_DIFF and an ANOMALY of one service and address within 5 seconds are one finding, sent twice.',
  },
  {
    id: 'flaky',
    says: 'Flaky: the result changed at least 3 times within 24 hours. A service that fails all the time is not flaky.',
  },
  {
    id: 'silent',
    says: 'Silent: nothing for 6 times the usual gap of this very service (the median of its last 32), at least 10 minutes.',
  },
] as const;
