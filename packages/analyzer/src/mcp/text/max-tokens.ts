/** Of four characters each. */
export const DEFAULT_BUDGET = 1_500;
export const MIN_BUDGET = 100;
export const MAX_BUDGET = 100_000;

/** The schema of the parameter that every tool has besides those of its operation. */
export const MAX_TOKENS = {
  description: 'Tokens of the text, at most; each is 4 characters.',
  type: 'integer',
  minimum: MIN_BUDGET,
  maximum: MAX_BUDGET,
  default: DEFAULT_BUDGET,
};

/** @returns undefined for an invalid value */
export function tokensOf(value: unknown): number | undefined {
  if (typeof value !== 'number' || !Number.isInteger(value)) return undefined;
  return value >= MIN_BUDGET && value <= MAX_BUDGET ? value : undefined;
}
