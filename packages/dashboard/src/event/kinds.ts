/** The five kinds of events, in the order that error messages list them. */
export const KINDS = ['REGRESSION', 'PASS', 'ANOMALY', 'VISUAL_DIFF', 'HEALTH_TRANSITION'] as const;

export type Kind = (typeof KINDS)[number];

export function isKind(value: unknown): value is Kind {
  return KINDS.some((kind) => kind === value);
}

/** What an answer always names, `null` where the agent sent nothing: existing readers rely on it. */
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

/** Those that are a string, null or absent. */
export const TEXTS = ['service', 'file', 'endpoint', 'url', 'status', 'stage', 'reason'] as const;
