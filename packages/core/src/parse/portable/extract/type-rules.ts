import type { NameTable } from '../flat-tree.ts';
import type { TypesData } from './facts-data.ts';
import { compileSelector, type Selector } from './nodes.ts';

/** A kind that gives a variable or a property a type. */
export interface TypedRule {
  /** Absent if the name has the type as its child. */
  target: Selector | undefined;
  type: Selector;
  /** The target is a property of the class around it, whose name has this prefix; undefined if it is a variable. */
  property: string | undefined;
  /** That property is a parameter of the constructor. */
  promoted: boolean;
}

/** Where a language declares types, and how its types name classes, compiled. */
export interface TypeRules {
  /** Names of the object whose method runs. */
  readonly receivers: ReadonlySet<string>;
  readonly typed: ReadonlyMap<number, TypedRule>;
  readonly through: ReadonlyMap<number, Selector>;
  readonly unions: ReadonlySet<number>;
  /** Texts of the types and values of none. */
  readonly nothing: ReadonlySet<string>;
  readonly generic: ReadonlyMap<number, { name: Selector; arguments: Selector }>;
  /** Generic types that mean a union with none. */
  readonly optional: ReadonlySet<string>;
  readonly quoted: ReadonlyMap<number, Selector>;
  readonly builtIn: ReadonlySet<number>;
  readonly arrays: ReadonlySet<number>;
  /** Kinds that declare the name of a type in their range. */
  readonly parameters: ReadonlyMap<number, Selector>;
}

export function compileTypes(data: TypesData | undefined, names: NameTable): TypeRules {
  const { receivers = [], typed = {}, through, unions, nothing = [], generic = {}, optional = [] } = data ?? {};
  const kinds = (list: readonly string[] = []) => new Set(list.map((kind) => names.id(kind)));
  const selectors = (record: Record<string, string> = {}) => {
    return new Map(Object.entries(record).map(([kind, at]) => [names.id(kind), compileSelector(at, names)]));
  };
  return {
    receivers: new Set(receivers),
    typed: new Map(
      Object.entries(typed).map(([kind, { target, type, property, promoted = false }]) => [
        names.id(kind),
        {
          target: target === undefined ? undefined : compileSelector(target, names),
          type: compileSelector(type, names),
          property,
          promoted,
        },
      ]),
    ),
    through: selectors(through),
    unions: kinds(unions),
    nothing: new Set(nothing),
    generic: new Map(
      Object.entries(generic).map(([kind, at]) => [
        names.id(kind),
        { name: compileSelector(at.name, names), arguments: compileSelector(at.arguments, names) },
      ]),
    ),
    optional: new Set(optional),
    quoted: selectors(data?.quoted),
    builtIn: kinds(data?.built_in),
    arrays: kinds(data?.arrays),
    parameters: selectors(data?.parameters),
  };
}
