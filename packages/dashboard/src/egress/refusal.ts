/** Why a request was not let out; few, so that they can be counted by name. */
export const REFUSALS = ['address', 'credentials', 'name', 'origin', 'scheme'] as const;

export type RefusalReason = (typeof REFUSALS)[number];

/** A request that is not let out. */
export class Refused extends Error {
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, message: string) {
    super(message);
    this.name = 'Refused';
    this.reason = reason;
  }
}
