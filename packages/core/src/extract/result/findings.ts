import type { Check, RefusalReason, Refuse } from './model.ts';

/** Collects what a check finds. */
export class Findings {
  readonly #check: Check['check'];
  readonly #refuse: Refuse;
  #failed: string | undefined;
  #skipped: string | undefined;

  constructor(check: Check['check'], refuse: Refuse) {
    this.#check = check;
    this.#refuse = refuse;
  }

  fail(reason: RefusalReason, file: string, message: string, remedy?: string): void {
    this.#failed ??= `${file}: ${message}`;
    this.#refuse(reason, file, message, remedy);
  }

  /** Something could not be compared. */
  skip(reason: string): void {
    this.#skipped ??= reason;
  }

  get outcome(): Check {
    const check = this.#check;
    if (this.#failed !== undefined) return { check, outcome: 'failed', reason: this.#failed };
    if (this.#skipped !== undefined) return { check, outcome: 'not_checked', reason: this.#skipped };
    return { check, outcome: 'passed', reason: null };
  }
}
