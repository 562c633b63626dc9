/** Reasons to refuse a request; labels of a metric. */
export const REFUSALS = ['address', 'credentials', 'name', 'origin', 'scheme'] as const;

export type RefusalReason = (typeof REFUSALS)[number];

/** A refused request. */
export class Refused extends Error {
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, message: string) {
    super(message);
    this.name = 'Refused';
    this.reason = reason;
  }
}
