/** Limits of the rules below. */
export const LIMITS = {
  /** An UP within this time after a closing PASS belongs to the closed incident, in milliseconds. */
  windowMs: 60_000,
  /** A VISUAL_DIFF and an ANOMALY of the same service and URL within this time are one finding. */
  twinMs: 5_000,
  /** Changes of the result within the window that make a service flaky. */
  flakyChanges: 3,
  flakyWindowMs: 24 * 3_600_000,
  /** Least number of known gaps between events for the rule `silent`. */
  silenceGaps: 5,
  /** Silent: this multiple of the usual gap, and at least `silenceLeastMs`. */
  silenceFactor: 6,
  silenceLeastMs: 10 * 60_000,
  /** Quiet: a day, since agents that report least often run once a night. */
  quietMs: 24 * 3_600_000,
} as const;

/** The rules of the page, in the words that it shows. Each rule has a test of the same name. */
export const RULES = [
  {
    id: 'failing',
    says: 'A service is failing while it is down, its tests fail, a page of it is broken, a metric is above its threshold, or an anomaly is open. An incident is open exactly as long.',
  },
  {
    id: 'open-by-regression',
    says: 'A REGRESSION opens an incident, because it may arrive before DOWN. Only a PASS that covers it closes it.',
  },
  { id: 'open-by-down', says: 'A transition to down opens an incident, or is added to the open one.' },
  {
    id: 'open-by-page',
    says: 'A capture or VISUAL_DIFF of a broken page (status issue) opens an incident, until one of the same URL has another status.',
  },
  {
    id: 'open-by-anomaly',
    says: 'A metric above its threshold opens an incident, until a report of the same metric is not above it. Any other ANOMALY opens an incident until a PASS that covers it.',
  },
  { id: 'close-by-up', says: 'A transition to up closes the open incident, unless something else still fails.' },
  {
    id: 'close-by-pass',
    says: 'A PASS ends what it covers: failing tests, DOWN (health is then presumed up), and pages and anomalies that agents reported, with its stage and with the file and endpoint that it names. One that names neither covers its stage, one without a stage only failures without a stage. Problems that a driver measured remain.',
  },
  {
    id: 'older',
    says: 'An event that is older than the newest report of a problem, by its timestamp, does not end the problem.',
  },
  { id: 'late-up', says: 'An UP within 60 seconds after a closing PASS belongs to the closed incident.' },
  {
    id: 'join',
    says: 'All events of the service during an incident belong to it. A page that only looks different opens no incident.',
  },
  { id: 'fold', says: 'Equal consecutive findings of an incident are one entry with a count.' },
  {
    id: 'twin',
    says: 'A VISUAL_DIFF and an ANOMALY of the same service and URL within 5 seconds are one finding, sent twice.',
  },
  {
    id: 'flaky',
    says: 'Flaky: the result changed at least 3 times within 24 hours. A service that is always failing is not flaky.',
  },
  {
    id: 'silent',
    says: 'Silent: no event for 6 times the usual gap of this service (the median of its last 32 gaps), and at least 10 minutes.',
  },
  {
    id: 'quiet',
    says: 'Quiet: no event for 24 hours. Nothing is known about such a service, so it is not passing; a failing service remains failing.',
  },
] as const;
