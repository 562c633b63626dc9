import type { Check, RefusalReason, Refuse } from './model.ts';

/** Collects what a check finds. */
export class Findings {
  readonly #check: Check['check'];
  readonly #refuse: Refuse;
  #failed: string | undefined;
  #undecided: string | undefined;
  #skipped: string | undefined;

  constructor(check: Check['check'], refuse: Refuse) {
    this.#check = check;
    this.#refuse = refuse;
  }

  fail(reason: RefusalReason, file: string, message: string, remedy?: string): void {
    this.#failed ??= `${file}: ${message}`;
    this.#refuse(reason, file, message, remedy);
  }

  /** A person must decide. */
  undecide(file: string, message: string): void {
    this.#undecided ??= `${file}: ${message}`;
  }

  /** Something could not be compared. */
  skip(reason: string): void {
    this.#skipped ??= reason;
  }

  get outcome(): Check {
    const check = this.#check;
    if (this.#failed !== undefined) return { check, outcome: 'failed', reason: this.#failed };
    if (this.#undecided !== undefined) return { check, outcome: 'undecided', reason: this.#undecided };
    if (this.#skipped !== undefined) return { check, outcome: 'not_checked', reason: this.#skipped };
    return { check, outcome: 'passed', reason: null };
  }
}
