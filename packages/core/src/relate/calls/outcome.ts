import { compareBytes } from '@analyzer/contracts/order';
import type { CallVia, Outcome, ResolvedCalls } from '../model.ts';
import { callReasons } from '../reasons.ts';
import type { DeclarationIn, FoundMember } from './base-classes.ts';
import type { CallFile } from './call-file.ts';
import { mostCandidates } from './most-candidates.ts';

/** The outcomes of a file's calls in columns. */
export function columnsOf(outcomes: readonly Outcome[]): ResolvedCalls {
  return {
    state: outcomes.map((it) => it.state),
    via: outcomes.map((it) => it.via),
    candidates: outcomes.map((it) => it.candidates),
    reason: outcomes.map((it) => it.reason),
  };
}

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

/** A call that leads outside the project, not by an import. */
export function externalCall(reason: string): Outcome {
  return { state: 'external', via: null, candidates: noCandidates, reason };
}

/** @param via how a member was found */
export function memberCall(member: FoundMember, via: CallVia): Outcome {
  if ('miss' in member) return unresolvedCall(member.miss);
  const outcome = callOf(idsOf(member.found), via);
  return member.doubt === undefined ? outcome : { ...outcome, state: 'ambiguous', reason: member.doubt };
}

export function idsOf(found: readonly DeclarationIn[]): string[] {
  return found.flatMap(({ file, index }) => file.ids([index]));
}

/** @param via how the declarations of a file were found */
export function declaredCall(file: CallFile, indices: readonly number[], via: CallVia): Outcome {
  const outcome = callOf(file.ids(indices), via);
  return file.isReassigned(indices) ? { ...outcome, state: 'ambiguous', reason: callReasons.reassigned } : outcome;
}

export function callOf(candidates: readonly string[], via: CallVia): Outcome {
  const ids = candidates.length === 1 ? [...candidates] : [...new Set(candidates)].sort(compareBytes);
  if (ids.length === 1) return { state: 'resolved', via, candidates: ids, reason: null };
  const reason = ids.length > mostCandidates ? callReasons.many : null;
  return { state: 'ambiguous', via, candidates: ids.slice(0, mostCandidates), reason };
}

/** Collects the results of all resolution paths of one call. */
export class Findings {
  readonly #candidates: DeclarationIn[] = [];
  #via: CallVia | undefined;
  #external: string | undefined;
  #miss: string | undefined;

  /** @param via how it was found, if not by an import */
  add(candidates: readonly DeclarationIn[], via?: CallVia): void {
    for (const it of candidates) this.#candidates.push(it);
    this.#via ??= via;
  }

  addMember(member: FoundMember): void {
    if ('found' in member) this.add(member.found, 'inherited');
    const reason = 'found' in member ? member.doubt : member.miss;
    if (reason !== undefined) this.miss(reason);
  }

  /** The only declaration that all paths lead to. */
  only(): DeclarationIn | undefined {
    const [first, ...others] = this.#candidates;
    const isCertain = this.#external === undefined && this.#miss === undefined;
    const isOnly = others.every(({ file, index }) => file === first?.file && index === first.index);
    return isCertain && isOnly ? first : undefined;
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
      const outcome = callOf(idsOf(this.#candidates), this.#via ?? 'import');
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
