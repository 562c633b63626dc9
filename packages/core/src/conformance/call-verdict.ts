import { inLowerCase } from './call-facts.ts';
import { writtenReason } from './declared-type.ts';
import { EffectVerdicts } from './effect-verdict.ts';
import { effectsOf } from './effects.ts';
import { MatchVerdicts } from './match-verdict.ts';
import type { Methods } from './methods.ts';
import type { NamedValues } from './named-values.ts';
import type { ObjectSources } from './object-sources.ts';
import { Overrides } from './overrides.ts';
import type { CodeCall, CodeFile, CodeProject } from './project.ts';
import type { Decidable } from './requirement.ts';
import type { Verdict } from './verdict.ts';

/** A `use function` of a function of the language, which a call has the name of. */
const BUILT_INTO_PHP = 'built into PHP';
const PASSED = 'it may run a function that is passed by its name';

/** Whether a call is what a requirement names. */
export class CallVerdicts {
  readonly #methods: Methods;
  readonly #values: NamedValues;
  readonly #matches: MatchVerdicts;
  readonly #effects: EffectVerdicts;
  /** Of all files, and without those of tests, examples and the like. */
  readonly #overrides: { all: Overrides; ofProduct: Overrides };

  constructor(project: CodeProject, methods: Methods, values: NamedValues, sources: ObjectSources) {
    const all = [...project.files.values()];
    const product = all.filter(({ isTest, isApart }) => !isTest && !isApart);
    this.#overrides = { all: new Overrides(all), ofProduct: new Overrides(product) };
    this.#methods = methods;
    this.#values = values;
    this.#matches = new MatchVerdicts(project, methods);
    this.#effects = new EffectVerdicts(project, methods, values, sources);
  }

  of(call: CodeCall, file: CodeFile, wanted: Decidable): Verdict {
    const verdict = this.#of(call, file, wanted);
    const { reason } = call;
    if (typeof verdict === 'string' || !('doubt' in verdict) || reason === undefined) return verdict;
    return { doubt: verdict.doubt.replace(reason, () => writtenReason(call, file) ?? reason) };
  }

  #of(written: CodeCall, file: CodeFile, wanted: Decidable): Verdict {
    const table = effectsOf(file.language);
    const bound = this.#values.bindingsOf(file).of(written.callee);
    const builtIn = bound.find(({ from }) => from.reason === BUILT_INTO_PHP);
    const named = builtIn === undefined ? written : { ...written, callee: builtIn.name };
    const call = file.language === 'php' ? inLowerCase(named, table) : named;
    const imported = bound.filter(({ from }) => from.reason !== BUILT_INTO_PHP);
    if (wanted.kind === 'import') return this.#matches.ofUse(call, file, imported, wanted.glob, table);
    if (wanted.kind === 'call') {
      const verdict = this.#matches.ofCall(call, file, imported, wanted.glob, table);
      return verdict === 'no' && this.#matches.mayPass(call, file, wanted.glob, table) ? { doubt: PASSED } : verdict;
    }
    const effect = table?.byName.get(wanted.effect);
    return table === undefined || effect === undefined ? 'no' : this.#effects.of(call, file, imported, effect, table);
  }

  /** Ids of methods of derived classes that a call of a method of the object itself can run instead. */
  replacing(call: CodeCall, { isTest, isApart }: CodeFile): string[] {
    const overrides = isTest || isApart ? this.#overrides.all : this.#overrides.ofProduct;
    return overrides.of(
      call,
      call.candidates.map((id) => this.#methods.nameOf(id)),
    );
  }
}
