import { isComputed } from './computed-import.ts';
import { receiverType, typeInReason } from './declared-type.ts';
import type { LanguageEffects } from './effects.ts';
import { lastOf, type NameGlob } from './name-glob.ts';
import type { CodeCall, CodeFile, CodeImport } from './project.ts';

/** Whether the class around a call, or one that it extends, can declare the method. */
export function isInherited(callee: string): boolean {
  return /^(?:this|self|cls|super|\$this|parent|static)\.[^.]+$/.test(callee);
}

/** Whether an import is not of a file, by its path or relative to the importing one. */
export function isOutside({ path, specifier }: CodeImport): boolean {
  return path === undefined && !specifier.startsWith('.');
}

/** A function of PHP as the table has it: PHP ignores the case of names. */
export function inLowerCase(call: CodeCall, table: LanguageEffects | undefined): CodeCall {
  const callee = call.callee.toLowerCase();
  return /^[\w\\]+$/.test(callee) && table?.known.matches(callee) === true ? { ...call, callee } : call;
}

/** `a.f.call(x)` as a call of `a.f`. */
export function withoutBinding(call: CodeCall): CodeCall {
  const [, callee] = /^(.+\..+)\.(?:call|apply|bind)$/.exec(call.callee) ?? [];
  return callee === undefined || call.state !== 'unresolved' ? call : { ...call, callee };
}

/** A call of a member of the global object, as one of the global itself. */
export function ofGlobal(call: CodeCall, { globalObject }: LanguageEffects): CodeCall {
  const start = `${globalObject}.`;
  const isGlobal = globalObject !== undefined && call.state === 'unresolved' && call.callee.startsWith(start);
  return isGlobal ? { ...call, callee: call.callee.slice(start.length) } : call;
}

/** Whether a file imports or declares a name with which a glob starts or ends. */
export function canName({ imports, declarations }: CodeFile, glob: NameGlob): boolean {
  const could = (name: string) => glob.couldStartWith(name) || glob.couldEndWith(name);
  if (declarations.some(({ qualifiedName }) => could(lastOf(qualifiedName)))) return true;
  return imports.some(
    ({ specifier, names, reason }) =>
      isComputed({ reason }) ||
      glob.couldStartWith(specifier.replace(/^node:/, '').split(/[./\\]/, 1)[0] ?? specifier) ||
      names.some(({ name, alias }) => (name === '*' && alias === undefined) || could(name) || could(alias ?? name)),
  );
}

/** Whether the receiver is declared as a built-in type, which declares the method without an effect. */
export function hasDeclaredType(call: CodeCall, file: CodeFile, { types }: LanguageEffects): boolean {
  const type = receiverType(call, file);
  if (type === undefined) return false;
  const isOwn =
    file.declarations.some(({ qualifiedName }) => qualifiedName === type) ||
    file.imports.some(({ names }) => names.some(({ name, alias }) => (alias ?? name) === type));
  return !isOwn && types.get(type)?.has(lastOf(call.callee)) === true;
}

/** Whether a callee starts with a name that the code does not bind. */
export function isOwnName({ callee, reason }: CodeCall): boolean {
  const isVariable = reason === 'a parameter' || reason === 'a local variable' || typeInReason(reason) !== undefined;
  return !callee.includes('…') && !isVariable;
}

/** Whether a callee cannot be a parameter, a variable or an imported name. */
export function isItself({ callee, reason }: CodeCall, table: LanguageEffects | undefined): boolean {
  if (table === undefined || reason === 'a parameter' || callee.startsWith('$')) return false;
  return !table.callableVariables || table.known.matches(callee);
}

/** Whether a declaration is one around another, or around all. */
export function isAround(outer: number, inner: number, { declarations }: CodeFile): boolean {
  return outer < 0 || (outer <= inner && inner <= (declarations[outer]?.last ?? -1));
}

/** Whether a call of PHP is of a method that each enum has. */
export function isOfEnum({ callee, within }: CodeCall, { language, declarations }: CodeFile): boolean {
  if (language !== 'php' || !/^(?:self|static)\.(?:cases|from|tryFrom)$/.test(callee)) return false;
  return declarations.some(({ kind, last }, index) => kind === 'enum' && index < within && within <= last);
}

/** Ids of the declarations that a file uses other than by a call. */
export function usedIn({ uses }: CodeFile): string[] {
  return uses.map(({ target }) => target);
}

export function takesAny(name: string, { takes, runs, loads }: LanguageEffects): boolean {
  return takes.has(name) || runs.matches(name) || loads.matches(name);
}
