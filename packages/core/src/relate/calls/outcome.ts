import { compareBytes } from '@analyzer/contracts/order';
import type { CallVia, LinkState, ResolvedCalls } from '../model.ts';
import { callReasons } from '../reasons.ts';

/** The resolution of one call: a row of `ResolvedCalls`. Shared between calls, therefore immutable. */
export interface Outcome {
  state: LinkState;
  via: CallVia | null;
  /** Declaration ids in order, at most 16. */
  candidates: string[];
  /** Always present when external or unresolved. */
  reason: string | null;
}

/** Each column is created on first use, because some callers need only one. */
export function columnsOf(outcomes: readonly Outcome[]): ResolvedCalls {
  const columns: Partial<ResolvedCalls> = {};
  return {
    get state() {
      columns.state ??= outcomes.map((it) => it.state);
      return columns.state;
    },
    get via() {
      columns.via ??= outcomes.map((it) => it.via);
      return columns.via;
    },
    get candidates() {
      columns.candidates ??= outcomes.map((it) => it.candidates);
      return columns.candidates;
    },
    get reason() {
      columns.reason ??= outcomes.map((it) => it.reason);
      return columns.reason;
    },
  };
}

/** Maximum number of candidates; in bundled code hundreds of functions can have one short name. */
export const mostCandidates = 16;

const noCandidates: string[] = [];
const withoutCandidates = new Map<string, Outcome>();

export function unresolvedCall(reason: string): Outcome {
  let outcome = withoutCandidates.get(reason);
  if (outcome === undefined) {
    outcome = { state: 'unresolved', via: null, candidates: noCandidates, reason };
    withoutCandidates.set(reason, outcome);
  }
  return outcome;
}

export function callOf(candidates: readonly string[], via: CallVia): Outcome {
  const ids = candidates.length === 1 ? [...candidates] : [...new Set(candidates)].sort(compareBytes);
  if (ids.length === 1) return { state: 'resolved', via, candidates: ids, reason: null };
  const reason = ids.length > mostCandidates ? callReasons.many : null;
  return { state: 'ambiguous', via, candidates: ids.slice(0, mostCandidates), reason };
}

/** Collects the results of all resolution paths of one call. */
export class Findings {
  readonly #candidates: string[] = [];
  #own: CallVia | undefined;
  #external: string | undefined;
  #miss: string | undefined;

  /** @param own how it was found in the caller's file; undefined for another file */
  add(candidates: readonly string[], own?: CallVia): void {
    for (const id of candidates) this.#candidates.push(id);
    this.#own ??= own;
  }

  /** Records a path that leads outside the project. */
  external(reason: string): void {
    this.#external ??= reason;
  }

  /** Records a path without a result; the first reason counts. */
  miss(reason: string): void {
    this.#miss ??= reason;
  }

  /** Resolved only when all paths lead to one declaration. */
  outcome(): Outcome {
    if (this.#candidates.length > 0) {
      const outcome = callOf(this.#candidates, this.#own ?? 'import');
      const certain = this.#external === undefined && this.#miss === undefined;
      return certain
        ? outcome
        : { ...outcome, state: 'ambiguous', reason: this.#external ?? this.#miss ?? outcome.reason };
    }
    if (this.#external === undefined || this.#miss !== undefined)
      return unresolvedCall(this.#miss ?? callReasons.circle);
    return { state: 'external', via: 'import', candidates: noCandidates, reason: this.#external };
  }
}
