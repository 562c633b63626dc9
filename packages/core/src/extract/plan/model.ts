import type { ExtractionPlanV1 } from '@analyzer/contracts/analyzer.extraction-plan.v1';
import type { GROUP_KINDS } from '#index/codes.ts';

export type Plan = ExtractionPlanV1;
export type PlanOptions = Plan['options'];
/** A configuration with its defaults. */
export type PlanConfig = Plan['config'];
export type PlanPackage = Plan['packages'][number];
export type PlanLibrary = NonNullable<Plan['libraries']>[number];
export type PlanFamily = Plan['families'][number];
export type PlanOccurrence = PlanFamily['occurrences'][number];
export type PlanRelation = NonNullable<PlanFamily['relation']>;
export type PlanTask = Plan['tasks'][number];
export type Stage = PlanTask['stage'];

/** Why clone groups are not in a plan. */
export type SkipReason = (typeof SKIP_REASONS)[number];

export const SKIP_REASONS = [
  /** `function-shape` and `near` groups without `include_shape`. */
  'shape',
  /** `block` and `block-shape` groups without `include_blocks`. */
  'blocks',
  /** Fewer than two copies outside of vendored files. */
  'vendored',
  /** … of generated files. */
  'generated',
  /** … of tests, without `include_tests`. */
  'tests',
  /** Fewer than two copies with a project, path and name that a ticket can contain. */
  'unusable_name',
  /** Families after the first `max_groups`. */
  'max_groups',
  /** Fewer than two copies outside of examples, benchmarks and configuration; like all reasons below, only in a plan of libraries. */
  'examples',
  /** All copies in one file: a function next to them replaces them, without a package. */
  'one_file',
  /** Too few lines that would go. */
  'small',
  /** Copies that are similar, but whose names have nothing in common. */
  'unrelated_names',
  /** Copies that differ too much to become one function, such as code that awaits and code that does not. */
  'hard',
  /** Copies that overlap those of a family with more lines. */
  'overlap',
  /** Types, for which no package with functions is planned. */
  'types_only',
  /** Families of libraries after the best ones. */
  'other_libraries',
] as const;

/** A repeated function with the data that decides about it. */
export interface Family {
  family_id: string;
  /** Of its leading group, 64 hexadecimal digits. */
  fingerprint: string;
  group_ids: string[];
  language: string;
  /** Of its leading group. */
  kind: (typeof GROUP_KINDS)[number];
  /** The most common names of its functions. */
  names: string[];
  /** What is copied completely, if the family represents all repeated functions in it. */
  complete: 'file' | 'class' | undefined;
  /** The names of the functions that are copied with it. */
  others: string[];
  occurrences: FamilyOccurrence[];
  /** Number of copies that no task changes: in tests, vendored and generated files; of a library also others, such as scripts. */
  evidence: number;
  /** That explains its leading group. */
  relation?: PlanRelation;
}

export interface FamilyOccurrence extends PlanOccurrence {
  /** Without its scopes. */
  name: string;
  /** Integer id of its node. */
  node: number;
}
