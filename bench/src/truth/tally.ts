import type { ParseOutcome } from '@analyzer/core/parse/engine.ts';
import type { Language } from '../corpus/files.ts';
import type { Verdict } from './accepts.ts';
import { compare, type Difference, LISTS, type List, shortened } from './compare.ts';
import { engineReading, factsOf } from './engine.ts';
import { explanation } from './known.ts';

export interface FactLocation {
  path: string;
  difference: Difference;
}

/** Sums over the files of one language. */
export class Tally {
  readonly language: Language;
  files = 0;
  /** Files that the language's own tool accepts, and how many of them are `analyzed`. */
  accepted = 0;
  analyzed = 0;
  readonly rejected: string[] = [];
  readonly notAnalyzed: { path: string; status: string; where: string }[] = [];
  /** Facts of the reader in files that both accept, and how many of them the engine has with the same line and kind. */
  readonly expected = counts();
  readonly found = counts();
  readonly unexplained: FactLocation[] = [];
  /** `known` is an index in the list of known differences. */
  readonly explained: (FactLocation & { known: number })[] = [];
  /** Functions of accepted files, and how many of them the engine lists, in an analyzed file or without an error in them. */
  functions = 0;
  wholeFunctions = 0;

  constructor(language: Language) {
    this.language = language;
  }

  add(path: string, { accepted, reading }: Verdict, outcome: ParseOutcome): void {
    this.files++;
    if (!accepted) {
      this.rejected.push(path);
      return;
    }
    this.accepted++;
    if (outcome.status === 'analyzed') this.analyzed++;
    else this.notAnalyzed.push({ path, status: outcome.status, where: firstError(outcome) });
    if (reading === undefined) return;
    this.#countFunctions(reading.declarations, outcome);
    if (outcome.status !== 'analyzed') return;
    const differences = compare(reading, engineReading(outcome.facts));
    for (const list of LISTS) {
      const lacking = differences.filter((one) => one.list === list && one.side !== 'extra');
      this.expected[list] += reading[list].length;
      this.found[list] += reading[list].length - lacking.length;
    }
    for (const difference of differences) this.#note(path, difference);
  }

  #note(path: string, difference: Difference): void {
    const known = explanation(this.language, path, difference);
    if (known < 0) this.unexplained.push({ path, difference });
    else this.explained.push({ known, path, difference });
  }

  #countFunctions(declarations: { kind: string; name: string }[], outcome: ParseOutcome): void {
    const functions = declarations.filter(({ kind }) => kind === 'function' || kind === 'method');
    const wanted = functions.map((declaration) => shortened(declaration).name);
    const whole = (factsOf(outcome)?.declarations ?? [])
      .filter((declaration) => outcome.status === 'analyzed' || declaration.function_body !== undefined)
      .map(({ name }) => name);
    this.functions += wanted.length;
    this.wholeFunctions += common(wanted, whole);
  }
}

function counts(): Record<List, number> {
  return { declarations: 0, imports: 0, calls: 0 };
}

/** @returns how many names two multisets share */
function common(wanted: readonly string[], got: readonly string[]): number {
  const left = new Map<string, number>();
  for (const name of got) left.set(name, (left.get(name) ?? 0) + 1);
  let shared = 0;
  for (const name of wanted) {
    const count = left.get(name) ?? 0;
    if (count === 0) continue;
    left.set(name, count - 1);
    shared++;
  }
  return shared;
}

function firstError(outcome: ParseOutcome): string {
  if ('reason' in outcome) return outcome.reason;
  const errors = factsOf(outcome)?.errors ?? ('errors' in outcome ? outcome.errors : undefined);
  const [first] = errors?.ranges ?? [];
  return first === undefined
    ? ''
    : `line ${first.start_line}${first.message === undefined ? '' : `: ${first.message}`}`;
}
