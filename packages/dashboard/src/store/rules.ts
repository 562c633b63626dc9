/** Limits of the rules below. */
export const LIMITS = {
  /** An UP within this time after a closing PASS belongs to the closed incident, in milliseconds. */
  windowMs: 60_000,
  /** A VISUAL_DIFF and an ANOMALY of the same service and URL within this time are one finding. */
  twinMs: 5_000,
  /** Changes of the result within the window that make a service flaky. */
  flakyChanges: 3,
  flakyWindowMs: 24 * 3_600_000,
  /** Quiet: a day, since agents that report least often run once a night. */
  quietMs: 24 * 3_600_000,
  /** With at least this number of known gaps: this multiple of the longest one, within the two limits. */
  quietGaps: 3,
  quietFactor: 2,
  quietLeastMs: 3_600_000,
  quietMostMs: 7 * 24 * 3_600_000,
} as const;

/** The rules of the page, in the words that it shows. Each rule has a test of the same name. */
export const RULES = [
  {
    id: 'failing',
    says: 'A service is failing while it is down, its tests fail, a page of it is broken, a metric is beyond its limit, or an anomaly is open. An incident is open exactly as long.',
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
    says: 'A metric beyond its limit opens an incident, until a report of the same metric reaches the clear level. Any other ANOMALY opens an incident until a PASS that covers it.',
  },
  {
    id: 'close-by-up',
    says: 'A transition to up ends a DOWN and failures of the stage probe, and closes the open incident, unless something else still fails. One from down without a known transition to down is an incident of unknown start.',
  },
  {
    id: 'close-by-pass',
    says: 'A PASS ends what it covers: failing tests, a DOWN of the same sender (health is then presumed up), and anomalies that agents reported, with its stage and with the file and endpoint that it names. One that names neither covers its stage, one without a stage only failures without a stage. A broken page that an agent reported ends only if the PASS names it. Problems that a driver measured remain.',
  },
  {
    id: 'older',
    says: 'An event that is older than the newest report of a problem, by its timestamp, does not end the problem. A failure that arrives more than 5 minutes after its timestamp opens nothing if its check was good after that time.',
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
    id: 'late',
    says: 'Late: a check has not reported within the time that its events (expect_s) or the settings (expect) declare. A failing service remains failing.',
  },
  {
    id: 'quiet',
    says: 'Quiet: a check that nobody declared to be expected has not reported for twice the longest of its last gaps, at least 1 hour and at most 7 days; for 24 hours if fewer than 3 gaps of more than a minute are known. Nothing is known about such a service, so it is not passing.',
  },
] as const;
