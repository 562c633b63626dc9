import { Queue } from '#parse/pool/queue.ts';
import { Accessors, type IdLists } from './accessors.ts';
import { CallVerdicts } from './call-verdict.ts';
import { ConnectedFiles } from './connected-files.ts';
import { effectsOf } from './effects.ts';
import { ImportVerdicts } from './import-verdict.ts';
import { Methods } from './methods.ts';
import { NamedValues } from './named-values.ts';
import { ObjectSources } from './object-sources.ts';
import type { Body, Evidence, Observation } from './observation.ts';
import { CONSTRUCTORS, type CodeCall, type CodeFile, type CodeProject, JSX_GAP } from './project.ts';
import type { Decidable } from './requirement.ts';
import { UnseenEffects } from './unseen.ts';
import type { Verdict } from './verdict.ts';

/** The observation of one body, and the declarations that it calls. */
interface Direct extends Observation {
  runs: readonly string[];
  mayRun: readonly string[];
  /** Lists that many bodies share, so each is followed once. */
  mayRunShared: IdLists;
  received: Evidence[];
  /** Names that can have the effect, which matters only if something calls functions that it receives. */
  named: Evidence[];
  /** It calls a member of an unknown object. */
  hasMembers: boolean;
}

/** Maximum number of listed evidence. */
const MOST = 20;
const FUNCTIONS = ['function', 'method'];
const START: Pick<Step, 'through'> = { through: [] };

/** Finds imports, calls and effects in code from its facts: certain, possible, or absent. */
export class Observer {
  /** By id of declaration. */
  readonly bodies: ReadonlyMap<string, Body>;
  /** Calls of each file by enclosing declaration. */
  readonly #calls = new Map<CodeFile, Map<number, CodeCall[]>>();
  readonly #direct = new Map<string, Direct>();
  readonly #imports: ImportVerdicts;
  readonly #sources: ObjectSources;
  readonly #values: NamedValues;
  readonly #verdicts: CallVerdicts;
  readonly #accessors: Accessors;
  readonly #unseen: UnseenEffects;

  constructor(project: CodeProject) {
    this.#imports = new ImportVerdicts(project);
    const methods = new Methods(project);
    this.bodies = methods.bodies;
    this.#values = new NamedValues(project);
    const connected = new ConnectedFiles(project);
    this.#accessors = new Accessors(project, connected);
    this.#unseen = new UnseenEffects(project);
    this.#sources = new ObjectSources(connected, this.#values);
    this.#verdicts = new CallVerdicts(project, methods, this.#values, this.#sources);
  }

  /** As of `CallVerdicts`. */
  replacing(call: CodeCall, file: CodeFile): string[] {
    return this.#verdicts.replacing(call, file);
  }

  /** Follows calls for an effect; searches for an import or call only in the given bodies. */
  observe(bodies: readonly Body[], wanted: Decidable): Observation {
    const found = { seen: [], doubts: [], received: [] };
    const named: Evidence[] = [];
    const visited = new Set<string>();
    const connected = new Set<readonly CodeFile[]>();
    const shared = new Set<readonly string[]>();
    const certain = new Queue<Step>();
    for (const body of bodies) certain.push({ body, through: [], certain: true });
    const possible = new Queue<Step>();
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
      add(named, direct.named, step);
      if (wanted.kind !== 'effect') continue;
      for (const id of direct.runs) this.#enqueue(id, step, step.certain, certain, possible);
      for (const id of direct.mayRun) this.#enqueue(id, step, false, certain, possible);
      for (const list of direct.mayRunShared.filter((it) => !shared.has(it))) {
        shared.add(list);
        for (const id of list) this.#enqueue(id, step, false, certain, possible);
      }
      const around = direct.hasMembers ? this.#sources.connectedWith(step.body.file) : undefined;
      if (around !== undefined && !connected.has(around)) {
        connected.add(around);
        add(found.doubts, this.#seenInUsed(around, wanted), step);
      }
      if (found.seen.length >= MOST) break;
    }
    return found.received.length === 0 ? found : { ...found, doubts: [...found.doubts, ...named].slice(0, MOST) };
  }

  /**
   * What functions that some files name are known to have, also through resolved calls: an object can hold each of them. What
   * is not known of them belongs to the code that names them.
   */
  #seenInUsed(files: readonly CodeFile[], wanted: Decidable): Evidence[] {
    const found = { seen: [], doubts: [], received: [] };
    const visited = new Set<string>();
    const certain = new Queue<Step>();
    const ignored = new Queue<Step>();
    for (const id of files.flatMap((file) => this.#usedIn(file, -1, undefined)))
      this.#enqueue(id, START, true, certain, ignored);
    for (let step = certain.shift(); step !== undefined && found.seen.length === 0; step = certain.shift()) {
      const key = keyOf(step.body);
      if (visited.has(key)) continue;
      visited.add(key);
      const direct = this.#directOf(step.body, key, wanted);
      take(direct, step, found);
      for (const id of direct.runs) this.#enqueue(id, step, true, certain, ignored);
    }
    return found.seen;
  }

  #enqueue(id: string, from: Pick<Step, 'through'>, certain: boolean, sure: Queue<Step>, possible: Queue<Step>): void {
    const target = this.bodies.get(id);
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
    const received: Evidence[] = [];
    const named: Evidence[] = [];
    const direct: Direct = { seen, doubts, runs, mayRun, mayRunShared: [], received, named, hasMembers: false };
    const put = (verdict: Verdict, line: number, text: string) => {
      const at = { path: file.path, line, text, through: [] };
      if (typeof verdict === 'string') return;
      if ('received' in verdict) received.push({ ...at, text: `${text}: ${verdict.received}` });
      if ('isMember' in verdict) direct.hasMembers = true;
      if ('may' in verdict) mayRun.push(...verdict.may);
      else if ('seen' in verdict) seen.push({ ...at, through: verdict.through ?? [] });
      else doubts.push({ ...at, text: `${text}: ${verdict.doubt}` });
    };
    const own = file.declarations[index];
    const start = own?.startLine ?? 1;
    const isGap = file.gap !== undefined && !(wanted.kind === 'import' && file.gap === JSX_GAP);
    if (isGap) doubts.push({ path: file.path, line: start, text: file.gap ?? '', through: [] });

    const table = effectsOf(file.language);
    const effect = wanted.kind === 'effect' ? table?.byName.get(wanted.effect) : undefined;
    if (wanted.kind === 'effect' && effect === undefined) {
      put({ doubt: `no effects table for ${file.language}` }, start, wanted.effect);
      return direct;
    }
    const isInside = (line: number) => own === undefined || (line >= own.startLine && line <= own.endLine);
    for (const it of file.imports) {
      const verdict = this.#imports.of(it, file, wanted, effect);
      if (isInside(it.line)) put(verdict, it.line, it.specifier);
      else if (wanted.kind === 'import' && isSeen(verdict) && !isInFunction(it.line, file)) {
        put({ doubt: 'imported in this file; uses other than calls are not listed' }, it.line, it.specifier);
      }
      if (effect?.maybeImports.matchesModule(it.specifier) === true && !this.#values.areListed(file, effect)) {
        put({ doubt: 'it can be used without a call' }, it.line, it.specifier);
      }
    }
    if (wanted.kind === 'import') {
      for (const it of file.references) {
        const verdict = isInside(it.line) ? this.#imports.ofReference(it, file, wanted) : 'no';
        // A class that is created is listed as a call, too.
        const isCalled =
          isSeen(verdict) && file.calls.some((call) => call.line === it.line && call.callee === it.specifier);
        if (!isCalled) put(verdict, it.line, it.specifier);
      }
    }
    if (effect !== undefined) {
      for (const it of file.named ?? []) {
        if (it.kind === 'reexport') continue;
        if (index >= 0 && (it.within < index || it.within > (own?.last ?? index))) continue;
        const value = this.#values.of(it, file, effect);
        if (value === 'no') continue;
        if ('seen' in value) put({ seen: it.name }, it.line, it.name);
        else if ('has' in value) put({ doubt: value.has }, it.line, it.name);
        else named.push({ path: file.path, line: it.line, text: `${it.name}: ${value.may}`, through: [] });
      }
      if (this.#values.namesUnlisted(file, effect)) {
        named.push({ path: file.path, line: start, text: `${file.path} may name a function`, through: [] });
      }
      if (effect.unseen !== undefined) {
        const unseen = this.#unseen.of({ file, index }, effect.unseen);
        if (unseen !== 'no' && 'seen' in unseen) put(unseen, unseen.line, unseen.seen);
        else put(unseen, start, wanted.key);
      }
      direct.mayRunShared = this.#accessors.readIn({ file, index });
    }
    if (wanted.kind === 'call') {
      for (const construct of table?.constructs ?? []) {
        if (wanted.glob.matches(construct)) put({ doubt: 'facts do not list this construct' }, start, construct);
      }
    }
    for (const call of this.callsIn({ file, index })) {
      const verdict = this.#verdicts.of(call, file, wanted);
      put(verdict, call.line, call.callee);
      if (verdict !== 'follow') continue;
      (call.state === 'resolved' ? runs : mayRun).push(...call.candidates);
      mayRun.push(...this.#verdicts.replacing(call, file));
    }
    // A function that is passed or stored can run later.
    if (wanted.kind === 'effect') mayRun.push(...this.#usedIn(file, index, own?.last));
    return direct;
  }

  /** Ids of the functions that the declarations of a body use other than by a call. */
  #usedIn({ uses }: CodeFile, index: number, last: number | undefined): string[] {
    const inside = last === undefined ? uses : uses.filter(({ within }) => within >= index && within <= last);
    return inside.flatMap(({ target }) => {
      const body = this.bodies.get(target);
      const kind = body?.file.declarations[body.index]?.kind ?? '';
      return FUNCTIONS.includes(kind) ? [target] : [];
    });
  }

  /** The calls in a body, with those of the declarations in it. */
  callsIn({ file, index }: Body): readonly CodeCall[] {
    const last = file.declarations[index]?.last;
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

function take(direct: Direct, step: Step, found: Required<Observation>): void {
  add(step.certain ? found.seen : found.doubts, direct.seen, step);
  add(found.doubts, direct.doubts, step);
  add(found.received, direct.received, step);
}

function add(list: Evidence[], evidence: readonly Evidence[], { through }: Step): void {
  for (const it of evidence) if (list.length < MOST) list.push({ ...it, through: [...through, ...it.through] });
}

/** Whether a line is in a function, which alone has what the line binds. */
function isInFunction(line: number, { declarations }: CodeFile): boolean {
  return declarations.some(
    ({ kind, startLine, endLine }) => FUNCTIONS.includes(kind) && startLine <= line && line <= endLine,
  );
}

function isSeen(verdict: Verdict): boolean {
  return typeof verdict !== 'string' && 'seen' in verdict;
}
