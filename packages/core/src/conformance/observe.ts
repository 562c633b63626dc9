import { Bindings, type Imported } from './bindings.ts';
import { type Effect, effectsOf, type LanguageEffects } from './effects.ts';
import { type ImportVerdict, ImportVerdicts } from './import-verdict.ts';
import type { NameGlob } from './name-glob.ts';
import type { CodeCall, CodeFile, CodeImport, CodeProject } from './project.ts';
import type { Requirement } from './requirement.ts';

/** A declaration with its nested declarations, or with index -1 the complete file. */
export interface Body {
  file: CodeFile;
  index: number;
}

export interface Evidence {
  path: string;
  line: number;
  /** The callee or module. */
  text: string;
  /** The call chain from the scope to it, as qualified names. */
  through: string[];
}

export interface Observation {
  seen: Evidence[];
  /** Reasons why there may be more. */
  doubts: Evidence[];
}

/** The observation of one body, and the declarations that it calls. */
interface Direct extends Observation {
  runs: readonly string[];
  mayRun: readonly string[];
}

type Decidable = Exclude<Requirement, { kind: 'undecidable' }>;
type Verdict = ImportVerdict | 'follow';

/** Maximum number of listed evidence. */
const MOST = 20;
const RUNS = 'it runs an argument';
const CONSTRUCTORS = ['constructor', '__init__', '__construct'];
const FUNCTIONS = ['function', 'method'];

/** Finds imports, calls and effects in code from its facts: certain, possible, or absent. */
export class Observer {
  readonly #bodies = new Map<string, Body>();
  readonly #bindings = new Map<CodeFile, Bindings>();
  /** Calls of each file by enclosing declaration. */
  readonly #calls = new Map<CodeFile, Map<number, CodeCall[]>>();
  /** Names of all methods of the project: an unknown receiver may have any of them. */
  readonly #methods = new Set<string>();
  readonly #direct = new Map<string, Direct>();
  readonly #imports: ImportVerdicts;

  constructor(project: CodeProject) {
    this.#imports = new ImportVerdicts(project);
    for (const file of project.files.values()) {
      for (const [index, { id, kind, qualifiedName }] of file.declarations.entries()) {
        this.#bodies.set(id, { file, index });
        if (kind === 'method') this.#methods.add(lastOf(qualifiedName));
      }
    }
  }

  /** Follows calls for an effect; searches for an import or call only in the given bodies. */
  observe(bodies: readonly Body[], wanted: Decidable): Observation {
    const found: Observation = { seen: [], doubts: [] };
    const visited = new Set<string>();
    const certain: Step[] = bodies.map((body) => ({ body, through: [], certain: true }));
    const possible: Step[] = [];
    for (
      let step = certain.shift() ?? possible.shift();
      step !== undefined;
      step = certain.shift() ?? possible.shift()
    ) {
      const key = keyOf(step.body);
      if (visited.has(key)) continue;
      visited.add(key);
      const direct = this.#directOf(step.body, key, wanted);
      take(direct, step, found);
      if (wanted.kind !== 'effect') continue;
      for (const id of direct.runs) this.#enqueue(id, step, step.certain, certain, possible);
      for (const id of direct.mayRun) this.#enqueue(id, step, false, certain, possible);
      if (found.seen.length >= MOST) break;
    }
    return found;
  }

  #enqueue(id: string, from: Step, certain: boolean, sure: Step[], possible: Step[]): void {
    const target = this.#bodies.get(id);
    if (target === undefined) return;
    const { body, isCertain } = this.#entered(target);
    const name = body.file.declarations[body.index]?.qualifiedName ?? body.file.path;
    const step = { body, through: [...from.through, name], certain: certain && isCertain };
    (step.certain ? sure : possible).push(step);
  }

  /** The body that a call of a declaration runs: for a class its constructor, or else the class with `isCertain: false`. */
  #entered(body: Body): { body: Body; isCertain: boolean } {
    const declaration = body.file.declarations[body.index];
    if (declaration === undefined || FUNCTIONS.includes(declaration.kind)) return { body, isCertain: true };
    for (let index = body.index + 1; index <= declaration.last; index++) {
      const name = body.file.declarations[index]?.qualifiedName ?? '';
      if (CONSTRUCTORS.some((it) => name === `${declaration.qualifiedName}.${it}`)) {
        return { body: { file: body.file, index }, isCertain: true };
      }
    }
    return { body, isCertain: false };
  }

  #directOf(body: Body, key: string, wanted: Decidable): Direct {
    const name = `${wanted.key}\0${key}`;
    const known = this.#direct.get(name);
    if (known !== undefined) return known;
    const direct = this.#search(body, wanted);
    this.#direct.set(name, direct);
    return direct;
  }

  #search({ file, index }: Body, wanted: Decidable): Direct {
    const seen: Evidence[] = [];
    const doubts: Evidence[] = [];
    const runs: string[] = [];
    const mayRun: string[] = [];
    const put = (verdict: Verdict, line: number, text: string) => {
      const at = { path: file.path, line, text, through: [] };
      if (typeof verdict === 'string') return;
      if ('seen' in verdict) seen.push({ ...at, through: verdict.through ?? [] });
      else doubts.push({ ...at, text: `${text}: ${verdict.doubt}` });
    };
    const own = file.declarations[index];
    const start = own?.startLine ?? 1;
    if (file.gap !== undefined) doubts.push({ path: file.path, line: start, text: file.gap, through: [] });

    const table = effectsOf(file.language);
    const effect = wanted.kind === 'effect' ? table?.byName.get(wanted.effect) : undefined;
    if (wanted.kind === 'effect' && effect === undefined) {
      put({ doubt: `no effects table for ${file.language}` }, start, wanted.effect);
      return { seen, doubts, runs, mayRun };
    }
    const isInside = (line: number) => own === undefined || (line >= own.startLine && line <= own.endLine);
    for (const it of file.imports) {
      const verdict = this.#imports.of(it, file, wanted, effect);
      if (isInside(it.line)) put(verdict, it.line, it.specifier);
      else if (wanted.kind === 'import' && isSeen(verdict)) {
        put({ doubt: 'imported in this file; uses other than calls are not listed' }, it.line, it.specifier);
      }
      if (effect?.maybeImports.matchesModule(it.specifier) === true) {
        put({ doubt: 'it can be used without a call' }, it.line, it.specifier);
      }
    }
    if (effect?.unseen !== undefined) put({ doubt: effect.unseen }, start, wanted.key);
    if (wanted.kind !== 'import' && table?.unlisted !== undefined) put({ doubt: table.unlisted }, start, wanted.key);
    for (const call of this.#callsIn(file, index, own?.last)) {
      const imported = this.#bindingsOf(file).of(call.callee);
      const verdict =
        effect === undefined || table === undefined
          ? this.#callVerdict(call, file, imported, wanted, table)
          : this.#effectVerdict(call, imported, effect, table);
      put(verdict, call.line, call.callee);
      if (verdict === 'follow') (call.state === 'resolved' ? runs : mayRun).push(...call.candidates);
    }
    return { seen, doubts, runs, mayRun };
  }

  /** For `import:` and `call:`: matches names as written, as imported, and as declared. */
  #callVerdict(
    call: CodeCall,
    file: CodeFile,
    imported: readonly Imported[],
    wanted: Decidable,
    table: LanguageEffects | undefined,
  ): Verdict {
    if (wanted.kind === 'effect') return 'no';
    const { glob } = wanted;
    if (wanted.kind === 'import') return this.#useVerdict(call, file, imported, glob, table);
    if (call.callee === '…') return { doubt: 'the callee is computed' };
    const declared = call.candidates.map((id) => this.#nameOf(id));
    if (call.state === 'resolved' && declared.some((name) => glob.matches(name))) return { seen: call.callee };
    if (imported.some(({ name }) => glob.matches(name))) return { seen: call.callee };
    if (call.state !== 'unresolved') {
      if (glob.matches(call.callee)) return { seen: call.callee };
      return declared.some((name) => glob.matches(name)) ? { doubt: 'one of several candidates' } : 'no';
    }
    if (!call.callee.includes('…') && glob.matches(call.callee)) return { seen: call.callee };
    const isOther = call.callee.includes('.') ? !glob.couldEndWith(lastOf(call.callee)) : isItself(call, table);
    return isOther ? 'no' : { doubt: call.reason ?? 'unresolved' };
  }

  /** For `import:`: a call of a matching module or file, or one that imports a module by its name. */
  #useVerdict(
    { callee, state, candidates, line }: CodeCall,
    file: CodeFile,
    imported: readonly Imported[],
    glob: NameGlob,
    table: LanguageEffects | undefined,
  ): Verdict {
    if (imported.some(({ from, name }) => from.path === undefined && glob.matchesModule(name))) return { seen: callee };
    const paths = candidates.map((id) => this.#bodies.get(id)?.file.path ?? '').filter((path) => path !== file.path);
    if (paths.some((path) => glob.matches(path))) {
      return state === 'resolved' ? { seen: callee } : { doubt: 'one of several candidates' };
    }
    const names = imported.length > 0 ? imported.map(({ name }) => name) : state === 'resolved' ? [] : [callee];
    const isLiteral = file.imports.some((it) => it.line === line && it.reason !== 'not a literal');
    return !isLiteral && names.some((name) => table?.loads.matches(name) === true)
      ? { doubt: 'it imports a module by its name' }
      : 'no';
  }

  #effectVerdict(
    call: CodeCall,
    imported: readonly Imported[],
    effect: Effect,
    { known, knownModules, methods, runs }: LanguageEffects,
  ): Verdict {
    const { callee } = call;
    if (call.state === 'resolved' || call.state === 'ambiguous') return 'follow';
    if (callee === '…') return { doubt: 'the callee is computed' };
    for (const { from, name } of imported) {
      if (effect.calls.matches(name)) return { seen: callee };
      if (effect.maybe.matches(name)) return { doubt: 'it depends on the arguments' };
      if (effect.imports.matchesModule(name)) return { seen: callee };
      if (runs.matchesModule(name)) return { doubt: RUNS };
      if (from.state !== 'external') return { doubt: from.reason ?? 'the import is not resolved' };
      const isKnown = isStandard(from) || knownModules.matchesModule(name) || known.matches(name);
      if (!isKnown) return { doubt: `no effects table lists the package ${from.specifier}` };
    }
    if (imported.length > 0) return 'no';
    const last = lastOf(callee);
    const isName = !callee.includes('…') && call.reason !== 'a parameter';
    if (isName && effect.calls.matches(callee)) return { seen: callee };
    if (isName && effect.maybe.matches(callee)) return { doubt: 'it depends on the arguments' };
    if (isName && runs.matches(callee)) return { doubt: RUNS };
    if (isName && known.matches(callee)) return 'no';
    const isBuiltIn =
      callee.includes('.') && methods.has(last) && !effect.members.has(last) && !this.#methods.has(last);
    const isInherited = /^(?:this|self|cls|super|\$this|parent|static)\b/.test(callee);
    return isBuiltIn && !isInherited ? 'no' : { doubt: call.reason ?? 'unknown callee' };
  }

  #nameOf(id: string): string {
    const body = this.#bodies.get(id);
    return body?.file.declarations[body.index]?.qualifiedName ?? '';
  }

  #bindingsOf(file: CodeFile): Bindings {
    const known = this.#bindings.get(file);
    if (known !== undefined) return known;
    const bindings = new Bindings(file);
    this.#bindings.set(file, bindings);
    return bindings;
  }

  #callsIn(file: CodeFile, index: number, last: number | undefined): readonly CodeCall[] {
    if (index < 0 || last === undefined) return file.calls;
    let byDeclaration = this.#calls.get(file);
    if (byDeclaration === undefined) {
      byDeclaration = new Map<number, CodeCall[]>();
      for (const call of file.calls) {
        const list = byDeclaration.get(call.within);
        if (list === undefined) byDeclaration.set(call.within, [call]);
        else list.push(call);
      }
      this.#calls.set(file, byDeclaration);
    }
    const calls: CodeCall[] = [];
    for (let at = index; at <= last; at++) calls.push(...(byDeclaration.get(at) ?? []));
    return calls;
  }
}

interface Step {
  body: Body;
  through: string[];
  /** Every call of the chain is resolved. */
  certain: boolean;
}

function keyOf({ file, index }: Body): string {
  return `${index}\0${file.path}`;
}

function take(direct: Observation, { through, certain }: Step, found: Observation): void {
  const add = (list: Evidence[], evidence: readonly Evidence[]) => {
    for (const it of evidence) if (list.length < MOST) list.push({ ...it, through: [...through, ...it.through] });
  };
  add(certain ? found.seen : found.doubts, direct.seen);
  add(found.doubts, direct.doubts);
}

function isSeen(verdict: Verdict): boolean {
  return typeof verdict !== 'string' && 'seen' in verdict;
}

/** Whether a callee cannot be a parameter, a variable or an imported name. */
function isItself({ callee, reason }: CodeCall, table: LanguageEffects | undefined): boolean {
  if (table === undefined || reason === 'a parameter' || callee.startsWith('$')) return false;
  return !table.callableVariables || table.known.matches(callee);
}

/** Whether a module belongs to the language's standard library, which the effects table covers completely. */
function isStandard({ reason }: CodeImport): boolean {
  return reason === 'in the standard library' || reason === 'built into Node.js';
}

function lastOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}
