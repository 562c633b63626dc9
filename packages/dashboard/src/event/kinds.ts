/** The five types of events, in the order of error messages. */
export const KINDS = ['REGRESSION', 'PASS', 'ANOMALY', 'VISUAL_DIFF', 'HEALTH_TRANSITION'] as const;

export type Kind = (typeof KINDS)[number];

export function isKind(value: unknown): value is Kind {
  return KINDS.some((kind) => kind === value);
}

/** Keys that every response contains, with `null` if absent: existing readers rely on it. */
export const DECLARED = [
  'type',
  'service',
  'file',
  'endpoint',
  'url',
  'status',
  'stage',
  'reason',
  'diff',
  'timestamp',
] as const;

/** Keys whose value is a string, null or absent. */
export const TEXTS = ['service', 'file', 'endpoint', 'url', 'status', 'stage', 'reason'] as const;
