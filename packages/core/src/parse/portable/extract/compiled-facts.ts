import type { NameTable } from '../flat-tree.ts';
import type { VariableRules } from './binding-positions.ts';
import type { Noise, Selector, Test } from './nodes.ts';
import type { ReferenceRules } from './reference-rules.ts';
import type { KindRules } from './rules.ts';
import type { TypeRules } from './type-rules.ts';

/** A language's facts data without its reader of imports, compiled for lookup by kind id. */
export interface CompiledFacts {
  readonly names: NameTable;
  /** 1 for the kinds that a pass over a tree handles; 2 for the others that can be references. */
  readonly stops: Uint8Array;
  /** By kind: `OPENS_SCOPE`, `BINDS_NAME`; 0 for most. */
  readonly flags: Uint8Array;
  rules(kind: number): KindRules | undefined;
  readonly noise: Noise;
  /** Fields inside of parameters without bindings. */
  readonly unboundFields: ReadonlySet<number>;
  readonly variables: VariableRules;
  readonly references: ReferenceRules;
  readonly types: TypeRules;
  /** Classes and functions can have the same name. */
  readonly classesApart: boolean;
  readonly decorators: Selector | undefined;
  readonly comments: {
    /** Kinds of comments; empty if trees have none. */
    kinds: ReadonlySet<number>;
    /** Kinds whose text is not a comment. */
    notIn: ReadonlySet<number>;
    line: readonly string[];
    block: readonly (readonly [string, string])[];
  };
  readonly prototype: string | undefined;
  readonly exports: {
    all: boolean;
    objects: readonly string[];
    private: { prefix: string; unlessAround: string; when: readonly Test[]; starts: string };
  };
}
