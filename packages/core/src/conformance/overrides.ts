import { lastOf } from './name-glob.ts';
import type { CodeCall, CodeFile } from './project.ts';

/** Which methods replace those of a base class or trait in an object of a derived class. */
export class Overrides {
  /** Ids of methods by the name of their class and their own, without namespaces. */
  readonly #methods = new Map<string, string[]>();
  /** Names of classes by the name of a base, without namespaces. */
  readonly #derived = new Map<string, string[]>();

  constructor(files: Iterable<Pick<CodeFile, 'declarations'>>) {
    for (const { declarations } of files) {
      for (const { id, kind, qualifiedName, bases } of declarations) {
        if (kind === 'method') addTo(this.#methods, methodName(qualifiedName), id);
        for (const base of bases) addTo(this.#derived, className(base), className(qualifiedName));
      }
    }
  }

  /**
   * The methods that a call of a method of the object itself runs in derived classes. A class is known by its name alone.
   *
   * @param declared qualified names of the methods that the call leads to
   */
  of({ callee, candidates }: CodeCall, declared: readonly string[]): string[] {
    if (!/^(?:this|self|cls|\$this|static)\.[^.]+$/.test(callee)) return [];
    const found = new Set<string>();
    for (const name of declared) {
      const owner = className(name.slice(0, -lastOf(name).length - 1));
      for (const derived of this.#below(owner)) {
        for (const id of this.#methods.get(`${derived}.${lastOf(callee)}`) ?? []) found.add(id);
      }
    }
    return [...found].filter((id) => !candidates.includes(id));
  }

  #below(owner: string): Set<string> {
    const below = new Set<string>([owner]);
    for (const name of below) for (const derived of this.#derived.get(name) ?? []) below.add(derived);
    below.delete(owner);
    return below;
  }
}

function addTo(lists: Map<string, string[]>, name: string, value: string): void {
  const list = lists.get(name);
  if (list === undefined) lists.set(name, [value]);
  else list.push(value);
}

/** `Shop\Cart.total` as `Cart.total`. */
function methodName(qualifiedName: string): string {
  const last = lastOf(qualifiedName);
  return `${className(qualifiedName.slice(0, -last.length - 1))}.${last}`;
}

function className(name: string): string {
  return name.split(/[.\\]/).at(-1) ?? name;
}
