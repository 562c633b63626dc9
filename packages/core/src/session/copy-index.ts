import type { DeclarationFacts } from '#parse/facts.ts';
import { groupId } from '#relate/groups/group-id.ts';
import { changeOf, type LocatedChange } from './change-of.ts';
import { byPosition, type LocatedCopy, type LocatedFamily, located } from './located.ts';

/** A function that can be a copy. */
interface Item extends LocatedCopy {
  nodes: number;
  /** Functions of equal keys are identical up to renaming. */
  key: string;
  shape: string | undefined;
  body: string | undefined;
  /** The nearest function around it that can be a copy. */
  parent: Item | undefined;
}

/** Maximum number of enclosing functions that are considered, nearest first, as in a scan. */
const FARTHEST = 64;

/**
 * The clone groups of functions in a changing project: replacing a file costs as much as its functions and their groups
 * have members. Functions that are identical up to renaming are one family; if all are identical, it has the id and the
 * kind of the function-body group, as in a check.
 */
export class CopyIndex {
  readonly #minNodes: number;
  readonly #byPath = new Map<string, Item[]>();
  readonly #byKey = new Map<string, Set<Item>>();
  /** The members before the first change since the last `takeChanges`. */
  readonly #before = new Map<string, readonly Item[]>();

  /** @param minNodes minimum number of syntax nodes of a function */
  constructor(minNodes: number) {
    this.#minNodes = minNodes;
  }

  /** @param declarations of the file; none if it was removed or is not analyzed */
  replace(path: string, declarations: readonly DeclarationFacts[]): void {
    for (const item of this.#byPath.get(path) ?? []) {
      const items = this.#touched(item.key);
      items.delete(item);
      if (items.size === 0) this.#byKey.delete(item.key);
    }
    const items = itemsOf(path, declarations, this.#minNodes);
    if (items.length === 0) this.#byPath.delete(path);
    else this.#byPath.set(path, items);
    for (const item of items) this.#touched(item.key).add(item);
  }

  /** The families whose number of copies changed since the last call. */
  takeChanges(): LocatedChange[] {
    const now = (key: string): readonly Item[] => [...(this.#byKey.get(key) ?? [])];
    const before = (key: string) => this.#before.get(key) ?? now(key);
    const changed = new Map<string, LocatedChange>();
    for (const [key, old] of this.#before) {
      const change = changeOf(familyOf(old), familyOf(now(key)));
      if (change !== undefined) changed.set(key, change);
    }
    const isNested = (key: string) => {
      const [items, membersOf] = now(key).length > 1 ? [now(key), now] : [before(key), before];
      return holdersOf(items).some((holder) => changed.has(holder) && membersOf(holder).length > 1);
    };
    const changes = [...changed].filter(([key]) => !isNested(key)).map(([, change]) => change);
    this.#before.clear();
    return changes;
  }

  forgetChanges(): void {
    this.#before.clear();
  }

  /** The families with a copy in one of the files, in their order; without those nested in copies of another family. */
  familiesIn(paths: Iterable<string>): LocatedFamily[] {
    const keys = new Set(Array.from(paths, (path) => this.#byPath.get(path) ?? []).flatMap((its) => its.map(keyOf)));
    return [...keys].flatMap((key) => {
      const items = this.#byKey.get(key) ?? NONE;
      return items.size < 2 || this.#isNested(items) ? [] : familyOf([...items]);
    });
  }

  /** Whether a file has functions in common with this one, as it is now. */
  reachOf(path: string): (other: string) => boolean {
    const keys = new Set(this.#byPath.get(path)?.map(keyOf));
    return (other) => (this.#byPath.get(other) ?? []).some(({ key }) => keys.has(key));
  }

  /** All families, without those nested in copies of another family. */
  *families(): Generator<LocatedFamily> {
    for (const items of this.#byKey.values()) if (items.size > 1 && !this.#isNested(items)) yield familyOf([...items]);
  }

  #isNested(items: Iterable<Item>): boolean {
    return holdersOf(items).some((key) => (this.#byKey.get(key)?.size ?? 0) > 1);
  }

  #touched(key: string): Set<Item> {
    const items = this.#byKey.get(key) ?? new Set();
    if (!this.#before.has(key)) this.#before.set(key, [...items]);
    this.#byKey.set(key, items);
    return items;
  }
}

const NONE: ReadonlySet<Item> = new Set();

/** Equal for functions that are identical up to renaming; undefined for other declarations. */
export function renamingKey({
  kind,
  function_body: body,
  function_shape: shape,
}: DeclarationFacts): string | undefined {
  const isFunction = kind === 'function' || kind === 'method';
  return isFunction ? (shape ?? (body && `body ${body}`)) : undefined;
}

function itemsOf(path: string, declarations: readonly DeclarationFacts[], minNodes: number): Item[] {
  const byDeclaration: (Item | undefined)[] = [];
  for (const [declaration, it] of declarations.entries()) {
    const { qualified_name: name, start_line, end_line, start_byte, end_byte, nodes, within } = it;
    const { function_body: body, function_shape: shape } = it;
    const key = renamingKey(it);
    // A declaration comes after those around it; one that is not a copy itself leads to the next.
    const parent = byDeclaration[within];
    if (nodes < minNodes || key === undefined) byDeclaration.push(parent);
    else {
      // A spread would give each a hidden class of its own in V8.
      byDeclaration.push({
        path,
        name,
        declaration,
        start_line,
        end_line,
        start_byte,
        end_byte,
        nodes,
        key,
        shape,
        body,
        parent,
      });
    }
  }
  return [...new Set(byDeclaration.filter((it) => it !== undefined))];
}

/** The keys of functions around each of the items. */
function holdersOf(items: Iterable<Item>): string[] {
  let common: Set<string> | undefined;
  for (const { parent } of items) {
    const around = new Set<string>();
    let at = parent;
    for (let steps = 0; at !== undefined && steps < FARTHEST; steps++) {
      around.add(at.key);
      at = at.parent;
    }
    common = common === undefined ? around : new Set([...common].filter((key) => around.has(key)));
    if (common.size === 0) return [];
  }
  return [...(common ?? [])];
}

function familyOf(items: readonly Item[]): LocatedFamily {
  const [{ key, shape, body } = { key: '', shape: undefined, body: undefined }] = items;
  const isIdentical = body !== undefined && items.every((it) => it.body === body);
  const kind = isIdentical ? 'function-body' : 'function-shape';
  const fingerprint = (isIdentical ? body : shape) ?? '';
  const nodes = items.reduce((most, it) => Math.max(most, it.nodes), 0);
  const copies = items.map(located).sort(byPosition);
  const parts = isIdentical ? [] : identicalParts(items);
  return { id: groupId(kind, fingerprint), key, kind, nodes, copies, ...(parts.length > 0 && { parts }) };
}

function identicalParts(items: readonly Item[]): LocatedFamily[] {
  const byBody = new Map<string, Item[]>();
  for (const item of items) {
    if (item.body !== undefined) byBody.set(item.body, [...(byBody.get(item.body) ?? []), item]);
  }
  return [...byBody.values()].filter(({ length }) => length > 1).map(familyOf);
}

function keyOf({ key }: Item): string {
  return key;
}
