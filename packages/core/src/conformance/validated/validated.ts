import { parameterOf } from '../declared-type.ts';
import { EFFECTS, tableName } from '../effects.ts';
import type { Body, Evidence } from '../observation.ts';
import type { Observer } from '../observe.ts';
import type { CodeCall, CodeFile } from '../project.ts';
import { functionsIn } from '../select.ts';
import { type FunctionText, functionText } from './function-text.ts';
import { CLOSURE, type FirstCall, firstUse } from './parameter-use.ts';
import { type Family, plainCode } from './plain-code.ts';

/** `order: validate_order`: the function gets the parameter before the code uses it in any other way. */
export interface Validation {
  /** Undefined for each parameter. */
  parameter: string | undefined;
  /** Dotted. */
  checker: string;
}

/** What the functions of a scope do with their parameters. */
export interface Validated {
  /** Calls through which a parameter leaves the process, that no call of the function checks. */
  violated: Evidence[];
  doubts: Evidence[];
  /** Number of functions with such a parameter. */
  functions: number;
}

const FUNCTIONS: readonly string[] = ['function', 'method'];
const PREFIXES = /^(?:each|import|call|reach|layers|export)$/;
const FAMILIES: readonly Family[] = ['javascript', 'python', 'php'];
/** Effects by which a value leaves the process. */
const LEAVING = EFFECTS.filter((it) => !['time', 'random', 'environment'].includes(it));
/** A parameter that is a property too. */
const PROMOTED = /^(?:public|private|protected|readonly)\b/;

/** @returns undefined for other text */
export function validationOf(text: string): Validation | undefined {
  const [, parameter = '', written] = /^\s*([\w$]+|\*)\s*:\s*([\w$]+(?:(?:\.|::|->|\\)[\w$]+)*)\s*$/.exec(text) ?? [];
  if (written === undefined || PREFIXES.test(parameter)) return undefined;
  const checker = dotted(written);
  return { parameter: parameter === '*' ? undefined : parameter.replace(/^\$/, ''), checker };
}

/** Whether the project declares a function that can be the checker: else the text is for people. */
export function hasChecker({ checker }: Validation, { bodies }: Pick<Observer, 'bodies'>): boolean {
  for (const { file, index } of bodies.values()) if (isChecker({ file, index }, checker)) return true;
  return false;
}

/** @param bodies of a scope */
export function validated(wanted: Validation, bodies: readonly Body[], observer: Observer): Validated {
  const found: Validated = { violated: [], doubts: [], functions: 0 };
  const assigning = new Map<CodeFile, boolean>();
  for (const body of bodies) {
    const functions = functionsIn(body);
    for (const it of functions) new FunctionCheck(it, wanted, observer, assigning).into(found);
    const around = outside(body, functions, wanted);
    if (around !== undefined) found.doubts.push(around);
  }
  return found;
}

/** Code between the declared functions that can have a function with such a parameter. */
function outside(body: Body, functions: readonly Body[], { parameter }: Validation): Evidence | undefined {
  const { file, index } = body;
  if (functions.some((it) => it.index === index)) return undefined;
  const inner = functions.map((it) => it.index);
  const text = file.source?.without(index, inner);
  const family = familyOf(file.language);
  const code = family === undefined || text === undefined ? text : (plainCode(text, family) ?? text);
  const own = code?.replace(/^\s*(?:import|from|use|namespace)\b.*$/gm, '');
  const isFree = own !== undefined && !(parameter === undefined ? CLOSURE : wordOf(parameter)).test(own);
  const line = file.declarations[index]?.startLine ?? 1;
  return isFree ? undefined : { path: file.path, line, text: 'code outside of functions may use it', through: [] };
}

class FunctionCheck {
  readonly #body: Body;
  readonly #wanted: Validation;
  readonly #observer: Observer;
  /** Files that may assign the checker anew. */
  readonly #assigning: Map<CodeFile, boolean>;

  constructor(body: Body, wanted: Validation, observer: Observer, assigning: Map<CodeFile, boolean>) {
    this.#body = body;
    this.#wanted = wanted;
    this.#observer = observer;
    this.#assigning = assigning;
  }

  into(found: Validated): void {
    const { file, index } = this.#body;
    const declaration = file.declarations[index];
    if (declaration === undefined || isChecker(this.#body, this.#wanted.checker)) return;
    const wanted = declaration.parameters.filter((text) => this.#isWanted(text, file.language));
    if (wanted.length === 0) return;
    found.functions++;
    const code = this.#read();
    const doubts = typeof code === 'string' ? [code] : wanted.map((it) => this.#doubtOf(it, code, found));
    for (const text of doubts) if (text !== undefined) found.doubts.push(this.#evidence(text));
  }

  /** A string says why the function is not read. */
  #read(): (FunctionText & { family: Family }) | string {
    const { file, index } = this.#body;
    const family = familyOf(file.language);
    const text = file.source?.of(index);
    if (family === undefined || text === undefined) return 'the text of the function is not read';
    const code = this.#isDecorated(family) ? undefined : functionText(text, family);
    return code === undefined ? 'the function is not simple to read' : { ...code, family };
  }

  #isWanted(text: string, language: string): boolean {
    const { parameter } = this.#wanted;
    const name = parameterOf(text, language)?.name;
    if (name === undefined) return parameter === undefined || text.endsWith('…') || wordOf(parameter).test(text);
    if (parameter !== undefined) return name === parameter;
    return name !== 'self' && name !== 'cls';
  }

  /** Why it is not known whether a parameter is checked. One that leaves the process is a violation. */
  #doubtOf(text: string, code: FunctionText & { family: Family }, found: Validated): string | undefined {
    const name = parameterOf(text, this.#body.file.language)?.name;
    if (name === undefined || PROMOTED.test(text)) return `${text} binds other names`;
    if (this.#isInInner(name)) return `a function in it uses ${name}`;
    const use = firstUse(code, name, code.family);
    if (typeof use === 'string') return `${name}: ${use}`;
    if (use.is === 'none') return undefined;
    const { checker } = this.#wanted;
    const [first] = use.calls;
    if (first?.is === 'alone' && lastName(first.callee) === lastName(checker)) {
      const why = this.#whyNotChecked(first, code);
      return why === undefined ? undefined : `${name}: ${why}`;
    }
    const leaving = this.#callsChecker() ? undefined : this.#leaving(use.calls, code);
    if (leaving !== undefined) found.violated.push(leaving);
    return leaving === undefined ? `${name}: it uses the parameter in another way first` : undefined;
  }

  /** A declared function in it can run before its text is reached. */
  #isInInner(name: string): boolean {
    const { file, index } = this.#body;
    const word = wordOf(name);
    const last = file.declarations[index]?.last ?? index;
    for (let at = index + 1; at <= last; at++) if (word.test(file.source?.of(at) ?? name)) return true;
    return false;
  }

  /** Undefined if the call certainly runs the checker, to its end. */
  #whyNotChecked(call: FirstCall, code: FunctionText): string | undefined {
    const its = this.#callAt(call, code);
    const [id, other] = its?.candidates ?? [];
    const target = this.#observer.bodies.get(id ?? '');
    const declaration = target?.file.declarations[target.index];
    if (its?.state !== 'resolved' || other !== undefined || target === undefined || declaration === undefined) {
      return `${call.callee} is not known to be a function of the project`;
    }
    if (!isChecker(target, this.#wanted.checker)) return `${call.callee} is another function`;
    if (this.#observer.replacing(its, this.#body.file).length > 0) return 'a derived class can replace the check';
    if ([this.#body.file, target.file].some((file) => this.#assigns(file))) return 'code assigns another check';
    const text = target.file.source?.of(target.index);
    if (text === undefined) return 'the text of the check is not read';
    if (/\bfunction\s*\*|\byield\b|^\s*(?:static\s+)?\*/.test(text))
      return 'the check is a generator, which runs later';
    const isLater = /\basync\b|\bPromise\b|\.then\s*\(|^\s*@/.test(text);
    return isLater && !call.isAwaited ? 'the check is not awaited' : undefined;
  }

  /** Whether a statement of a file gives the name of the checker another value. */
  #assigns(file: CodeFile): boolean {
    const known = this.#assigning.get(file);
    if (known !== undefined) return known;
    const name = lastName(this.#wanted.checker).replaceAll('$', '\\$');
    const assignment = new RegExp(`(?:^|;)[^\\S\\n]*(?:[\\w$]+\\.){0,8}${name}\\s*=(?![=>])`, 'm');
    const assigns = assignment.test(file.source?.of(-1) ?? '');
    this.#assigning.set(file, assigns);
    return assigns;
  }

  /** Whether a call in the function may be one of the checker. */
  #callsChecker(): boolean {
    const name = lastName(this.#wanted.checker);
    return this.#observer.callsIn(this.#body).some(({ callee }) => callee === '…' || lastName(callee) === name);
  }

  /** The first of the calls that certainly has an effect by which a value leaves the process. */
  #leaving(calls: readonly FirstCall[], code: FunctionText): Evidence | undefined {
    const { file } = this.#body;
    for (const effect of LEAVING) {
      const { seen } = this.#observer.observe([this.#body], { kind: 'effect', effect, key: effect });
      for (const call of calls) {
        const line = this.#lineOf(call, code);
        const its = seen.find((it) => {
          return it.path === file.path && it.line === line && it.through.length === 0 && it.text === call.callee;
        });
        if (its !== undefined) return its;
      }
    }
    return undefined;
  }

  #callAt(call: FirstCall, code: FunctionText): CodeCall | undefined {
    const { index } = this.#body;
    const line = this.#lineOf(call, code);
    const calls = this.#observer.callsIn(this.#body);
    const found = calls.filter((it) => it.within === index && it.line === line && it.callee === call.callee);
    return found.length === 1 ? found[0] : undefined;
  }

  #lineOf({ start }: FirstCall, { plain }: FunctionText): number {
    const first = this.#body.file.declarations[this.#body.index]?.startLine ?? 1;
    return first + plain.slice(0, start).replaceAll('\v', '\n').split('\n').length - 1;
  }

  /** A decorator can do anything with the parameters. */
  #isDecorated(family: Family): boolean {
    const { file, index } = this.#body;
    if (family === 'php') return false;
    for (const line of file.source?.linesBefore(index) ?? []) {
      const text = line.trim();
      if (/^(?:export|default|async|static|public|private|protected|override|\s)*$/.test(text) && text !== '') continue;
      if (text !== '') return text.startsWith('@') || text.includes(' @');
    }
    return false;
  }

  #evidence(reason: string): Evidence {
    const { file, index } = this.#body;
    const { qualifiedName = file.path, startLine = 1 } = file.declarations[index] ?? {};
    return { path: file.path, line: startLine, text: `${qualifiedName}: ${reason}`, through: [] };
  }
}

/** Whether the name of a function, with the path of its file, ends with that of the checker. */
function isChecker({ file, index }: Body, checker: string): boolean {
  const { kind = '', qualifiedName = '' } = file.declarations[index] ?? {};
  const path = file.path.replace(/\.\w+$/, '').replaceAll('/', '.');
  if (!FUNCTIONS.includes(kind) || !`.${path}.${dotted(qualifiedName)}`.endsWith(`.${checker}`)) return false;
  return !file.declarations.some((it, at) => FUNCTIONS.includes(it.kind) && at < index && it.last >= index);
}

function familyOf(language: string): Family | undefined {
  return FAMILIES.find((it) => it === tableName(language));
}

function wordOf(name: string): RegExp {
  return new RegExp(`(?<!\\w)${name.replaceAll('$', '\\$')}(?![\\w$])`);
}

function lastName(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

function dotted(name: string): string {
  return name.replaceAll(/->|::|\\/g, '.');
}
