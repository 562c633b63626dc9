import { compareBytes } from '@analyzer/contracts/order';
import type { DeclarationFacts } from '#parse/facts.ts';
import { groupId } from '#relate/groups/group-id.ts';
import type { CopyChange, CopyFamily, FamilyKind, FunctionCopy } from './model.ts';

/** A function that can be a copy. */
interface Item extends FunctionCopy {
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
 * kind of the function-body group, as in a gate.
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

  /** The families whose number of copies changed since the last call, largest first, then by id. */
  takeChanges(): CopyChange[] {
    const now = (key: string): readonly Item[] => [...(this.#byKey.get(key) ?? [])];
    const before = (key: string) => this.#before.get(key) ?? now(key);
    const changed = new Map<string, CopyChange>();
    for (const [key, old] of this.#before) {
      const change = changeOf(old, now(key));
      if (change !== undefined) changed.set(key, change);
    }
    const isNested = (key: string) => {
      const [items, membersOf] = now(key).length > 1 ? [now(key), now] : [before(key), before];
      return holdersOf(items).some((holder) => changed.has(holder) && membersOf(holder).length > 1);
    };
    const changes = [...changed].filter(([key]) => !isNested(key)).map(([, change]) => change);
    this.#before.clear();
    return changes.sort((a, b) => b.family.nodes - a.family.nodes || compareBytes(a.family.id, b.family.id));
  }

  /** The families with a copy in a file, in the order of the file; without those nested in copies of another family. */
  familiesIn(path: string): CopyFamily[] {
    const keys = new Set((this.#byPath.get(path) ?? []).map(({ key }) => key));
    return [...keys].flatMap((key) => {
      const items = this.#byKey.get(key) ?? NONE;
      return items.size < 2 || this.#isNested(items) ? [] : familyOf([...items]);
    });
  }

  /** Number of families, without those nested in copies of another family. */
  get size(): number {
    let size = 0;
    for (const items of this.#byKey.values()) if (items.size > 1 && !this.#isNested(items)) size++;
    return size;
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

function itemsOf(path: string, declarations: readonly DeclarationFacts[], minNodes: number): Item[] {
  const byDeclaration: (Item | undefined)[] = [];
  for (const it of declarations) {
    const { kind, qualified_name, start_line, end_line, nodes, within } = it;
    const { function_body: body, function_shape: shape } = it;
    const isFunction = kind === 'function' || kind === 'method';
    const key = shape ?? (body && `body ${body}`);
    // A declaration comes after those around it; one that is not a copy itself leads to the next.
    const parent = byDeclaration[within];
    if (!isFunction || nodes < minNodes || key === undefined) byDeclaration.push(parent);
    else byDeclaration.push({ path, name: qualified_name, start_line, end_line, nodes, key, shape, body, parent });
  }
  return [...new Set(byDeclaration.filter((it) => it !== undefined))];
}

function changeOf(before: readonly Item[], now: readonly Item[]): CopyChange | undefined {
  if (before.length === now.length || (before.length < 2 && now.length < 2)) return undefined;
  const [old, current] = [locationsOf(before), locationsOf(now)];
  const change = before.length < 2 ? 'appeared' : now.length < 2 ? 'vanished' : sizeChange(before, now);
  return {
    change,
    family: familyOf(now.length < 2 ? before : now),
    before: before.length < 2 ? 0 : before.length,
    after: now.length < 2 ? 0 : now.length,
    added: inOrder(now.filter((it) => !old.has(locationOf(it)))),
    removed: inOrder(before.filter((it) => !current.has(locationOf(it)))),
  };
}

function sizeChange(before: readonly Item[], now: readonly Item[]): 'grew' | 'shrank' {
  return now.length > before.length ? 'grew' : 'shrank';
}

function locationsOf(items: readonly Item[]): Set<string> {
  return new Set(items.map(locationOf));
}

function locationOf({ path, name }: Item): string {
  return `${path}#${name}`;
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

function familyOf(items: readonly Item[]): CopyFamily {
  const [{ shape, body } = { shape: undefined, body: undefined }] = items;
  const isIdentical = body !== undefined && items.every((it) => it.body === body);
  const kind: FamilyKind = isIdentical ? 'function-body' : 'function-shape';
  const fingerprint = (isIdentical ? body : shape) ?? '';
  const nodes = items.reduce((most, it) => Math.max(most, it.nodes), 0);
  return { id: groupId(kind, fingerprint), kind, nodes, copies: inOrder(items) };
}

function inOrder(items: readonly Item[]): FunctionCopy[] {
  return items
    .map(({ path, name, start_line, end_line }) => ({ path, name, start_line, end_line }))
    .sort((a, b) => compareBytes(a.path, b.path) || a.start_line - b.start_line || compareBytes(a.name, b.name));
}
