import type { ResolvedCalls } from '#scan/model.ts';
import { callReasons } from '../reasons.ts';
import type { CallFile } from './call-file.ts';
import { CallSite } from './call-site.ts';
import { fileScope } from './declared-names.ts';
import { headOf } from './dotted.ts';
import { IncludedNames, type NamesToTry } from './included.ts';
import { type Outcome, unresolvedCall } from './outcome.ts';
import { phpNames } from './php-names.ts';
import { NameTrace } from './trace.ts';

/**
 * Finds the declarations that calls may lead to, by names alone: no types are inferred, no condition is evaluated, and
 * a variable that takes the name of a function is not seen. A member of an unknown receiver is never matched by its
 * bare name.
 */
export class CallResolver {
  readonly #trace: NameTrace;
  readonly #included: IncludedNames;

  constructor(files: ReadonlyMap<string, CallFile>) {
    this.#trace = new NameTrace(files);
    this.#included = new IncludedNames(files);
  }

  /** @returns columns aligned with the file's calls */
  resolve(file: CallFile): ResolvedCalls {
    const { callee, within } = file.facts.calls;
    const count = callee.length;
    const calls: ResolvedCalls = {
      state: new Array(count),
      via: new Array(count),
      candidates: new Array(count),
      reason: new Array(count),
    };
    const site = new CallSite(file);
    const { order, first } = groupByDeclaration(within, file.facts.declarations.length);
    for (let declaration = fileScope; declaration < file.facts.declarations.length; declaration++) {
      site.enter(declaration);
      for (const index of order.subarray(first[declaration + 1], first[declaration + 2])) {
        const outcome = this.#call(site, callee[index] ?? '');
        calls.state[index] = outcome.state;
        calls.via[index] = outcome.via;
        calls.candidates[index] = outcome.candidates;
        calls.reason[index] = outcome.reason;
      }
    }
    return calls;
  }

  #call(site: CallSite, callee: string): Outcome {
    if (callee.includes('…')) return unresolvedCall(callee === '…' ? callReasons.computed : callReasons.receiver);
    const { rules } = site.file;
    if (rules.flat) return site.once(callee, () => this.#included.outcome(site.file, flatName(callee)));

    const name = site.file.declared.fold(callee);
    const head = headOf(name);
    if (rules.parent.includes(head)) return unresolvedCall(callReasons.inherited);
    if (rules.self.includes(head)) return site.ofSelf(name);
    const inner = site.below(name);
    if (inner !== undefined) return inner;
    if (!rules.includes) return site.once(name, () => this.#trace.outcome(site.file, name));

    if (head.startsWith('$') && site.within !== fileScope) return unresolvedCall(callReasons.receiver);
    const { namespace } = site;
    return site.once(`${namespace}\n${name}`, () =>
      this.#included.outcome(site.file, phpNames(site.file, namespace, name)),
    );
  }
}

function flatName(name: string): NamesToTry {
  return { names: [{ name }], otherwise: callReasons.not_included };
}

/**
 * Calls by the declaration around them, by counting: those of file level first, then as the declarations come.
 *
 * @returns `order`: indices of the calls; `first`: where in it those of each declaration begin, the file's own at 0
 */
function groupByDeclaration(
  within: readonly number[],
  declarations: number,
): { order: Uint32Array; first: Uint32Array } {
  const first = new Uint32Array(declarations + 2);
  for (const declaration of within) first[declaration + 2] = (first[declaration + 2] ?? 0) + 1;
  for (let at = 1; at < first.length; at++) first[at] = (first[at] ?? 0) + (first[at - 1] ?? 0);
  const next = first.slice();
  const order = new Uint32Array(within.length);
  for (const [call, declaration] of within.entries()) {
    const at = next[declaration + 1] ?? 0;
    order[at] = call;
    next[declaration + 1] = at + 1;
  }
  return { order, first };
}
