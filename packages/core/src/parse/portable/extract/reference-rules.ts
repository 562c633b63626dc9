import type { ReferenceKind } from '../../facts.ts';
import type { NameTable } from '../flat-tree.ts';
import type { ReferencesData, TestData } from './facts-data.ts';
import type { Test } from './nodes.ts';
import { slot } from './stream-rules.ts';

/** A language's rules for references, compiled. */
export interface ReferenceRules {
  /** Kinds of names. */
  readonly names: readonly number[];
  /** Names of the language that are references if no scope binds them. */
  readonly globals: ReadonlySet<string>;
  /** The kind of reference at a position, or that a name there is not a reference; at others it is `value`. */
  readonly positions: ReadonlyMap<number, ReferenceKind | 'none'>;
  /** Positions at which code reads a name of the language, but does not keep its value. */
  readonly inspected: ReadonlySet<number>;
  /** Kinds of lists, whose children have the position of the list. */
  readonly lists: ReadonlySet<number>;
  /** Kinds of nodes in which all names are types. */
  readonly types: ReadonlySet<number>;
  readonly quoted: QuotedRule | undefined;
  /** If this is true for the node of a position without references, a name there is one. */
  readonly unless: Test | undefined;
}

/** Types that are written as a string. */
export interface QuotedRule {
  /** Kind of the content of a string. */
  kind: number;
  /** Kind of the node around the string. */
  within: number;
  /** Types whose arguments are not types. */
  except: ReadonlySet<string>;
}

const KINDS: readonly ReferenceKind[] = ['value', 'decorator', 'jsx', 'reexport', 'type'];

export function compileReferences(
  data: ReferencesData | undefined,
  names: NameTable,
  test: (data: TestData) => Test,
  oneOf: <T extends string>(known: readonly T[], value: string) => T,
): ReferenceRules {
  const {
    names: kinds = [],
    globals = [],
    positions = {},
    none = [],
    inspected = [],
    unless,
    lists = [],
    types = [],
    quoted,
  } = data ?? {};
  const at = (position: string) => {
    const [kind = '', field = ''] = position.split('.');
    return slot(names.id(kind), names.id(field));
  };
  const ids = (all: readonly string[]) => all.map((kind) => names.id(kind));
  return {
    names: ids(kinds),
    globals: new Set(globals),
    positions: new Map([
      ...none.map((position) => [at(position), 'none'] as const),
      ...Object.entries(positions).map(([position, kind]) => [at(position), oneOf(KINDS, kind)] as const),
    ]),
    inspected: new Set(inspected.map(at)),
    lists: new Set(ids(lists)),
    types: new Set(ids(types)),
    quoted: quoted && {
      kind: names.id(quoted.kind),
      within: names.id(quoted.within),
      except: new Set(quoted.except),
    },
    unless: unless && test(unless),
  };
}
