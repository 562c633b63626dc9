import type { BaseKind, ControlKind, DeclarationKind } from '../../facts.ts';
import type { NameTable } from '../flat-tree.ts';
import type { Selector, Test } from './nodes.ts';

export interface DeclarationRule {
  kind: DeclarationKind;
  inClass: DeclarationKind;
  name: Selector | undefined;
  parameters: Selector | undefined;
  returns: Selector | undefined;
  body: Selector | undefined;
  signature: SignatureRule | undefined;
  bases: readonly BasesRule[];
}

/** When a declaration only states a signature (`@overload`). */
export interface SignatureRule {
  in: number;
  each: number;
  names: ReadonlySet<string>;
}

/** Where a declaration names what it inherits from. */
export interface BasesRule {
  kind: BaseKind;
  at: Selector;
  /** Only children of this kind. */
  each: number | undefined;
  /** The names are the children of the selected nodes. */
  list: boolean;
  skip: ReadonlySet<number>;
  /** Kinds with arguments after the name of the class: its selector. */
  generic: ReadonlyMap<number, Selector>;
}

export interface BindingRule {
  target: Selector | undefined;
  name: string;
  value: Selector;
  weak: boolean;
  kind: DeclarationKind | undefined;
  inClass: DeclarationKind | undefined;
  methodWhen: readonly Test[];
  computed: Test | undefined;
  accessor: Test | undefined;
}

export interface ContainerRule {
  name: Selector | undefined;
  separator: string;
  body: Selector | undefined;
  closed: boolean;
}

/** How a kind contributes to dotted names. */
export type NameRule =
  | { as: 'leaf' | 'key'; text: Selector | undefined; prefix: string; without: ReadonlySet<string> }
  | MemberRule
  | { as: 'through'; inner: Selector }
  | ReceiverRule
  | { as: 'join' };

export interface MemberRule {
  as: 'member';
  object: Selector;
  name: Selector;
  computed: Test | boolean;
}

/** A call that is a name when a member follows it (`super()`). */
export interface ReceiverRule {
  as: 'receiver';
  callee: Selector;
  is: ReadonlySet<string>;
  arguments: Selector;
}

export interface CallRule {
  callee: Selector | MemberRule;
  /** The callee of a construct without a name. */
  as: string | undefined;
  written: ReadonlySet<string> | undefined;
  starts: readonly string[] | undefined;
  except: ReadonlySet<string>;
  control: ReadonlyMap<string, ControlKind>;
}

export interface ControlRule {
  kind: ControlKind | undefined;
  always: readonly Selector[];
  when: Test | undefined;
  continues: { parent: number; field: number | undefined } | undefined;
}

/** All rules of one kind. */
export interface KindRules {
  declaration?: DeclarationRule;
  binding?: BindingRule;
  container?: ContainerRule;
  name?: NameRule;
  call?: CallRule;
  control?: ControlRule;
  /** The import reader reads it. */
  read?: true;
  /** It exports the declaration in it; it may be between the two. */
  exporting?: true;
  between?: true;
  /** A call that creates an object; an assignment that can bind it to a variable. */
  creates?: true;
  assigns?: true;
  /** Inside of parameters: it binds a name; it contains no bindings. */
  binds?: true;
  unbound?: true;
}

/** Rules by kind id. */
export class RuleTable {
  readonly #names: NameTable;
  readonly #index = new Uint16Array(1 << 16);
  readonly #rules: KindRules[] = [{}];
  /** The kind id of each of the rules. */
  readonly #kinds: number[] = [0];

  constructor(names: NameTable) {
    this.#names = names;
  }

  at(kind: string): KindRules {
    const id = this.#names.id(kind);
    let index = this.#index[id] ?? 0;
    if (index === 0) {
      index = this.#rules.length;
      this.#rules.push({});
      this.#kinds.push(id);
      this.#index[id] = index;
    }
    return this.#rules[index] ?? {};
  }

  get(kind: number): KindRules | undefined {
    const index = this.#index[kind] ?? 0;
    return index === 0 ? undefined : this.#rules[index];
  }

  stops(): Uint8Array {
    const stops = new Uint8Array(1 << 16);
    this.#rules.forEach(({ declaration, container, call, control, read }, index) => {
      if (declaration || container || call || control || read) stops[this.#kinds[index] ?? 0] = 1;
    });
    return stops;
  }
}
