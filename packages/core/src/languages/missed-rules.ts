import missed from '../../../../languages/missed.json' with { type: 'json' };

/** Openings of a language class that are not compared: an asynchronous copy has them in addition. */
export interface AsyncRules {
  /** Kinds of inner nodes whose opening is left out. */
  nodes: readonly string[];
  /** Kind and text of leaves that are left out. */
  leaves: readonly (readonly string[])[];
  /** In trees with fields: the kind of a node that is replaced by its child in `inner_field`, for these fields and kinds. */
  unwrapped?: string;
  inner_field?: string;
  fields?: readonly string[];
  kinds?: readonly string[];
}

/** By class of languages; others have none. */
export const ASYNC_RULES: ReadonlyMap<string, AsyncRules> = new Map<string, AsyncRules>([
  ['python', missed.async.python],
  ['javascript', missed.async.javascript],
]);

/** By class of languages: kinds of nodes that are not compared, with all in them. */
export const IMPORT_KINDS: ReadonlyMap<string, readonly string[]> = new Map([
  ['python', missed.imports.python],
  ['php', missed.imports.php],
]);

export const HUNK_RULES: { max_removed: number; max_added: number; max_equal: number; max_in_commit: number } =
  missed.hunks;

export const CONTEXT_RULES: {
  most: number;
  informative_statements: number;
  least_informative: number;
  elements: number;
  least_elements: number;
  elements_of_informative: number;
} = missed.context;

export const PLACE_RULES: {
  max: number;
  max_compared: number;
  equal_names_percent: number;
  around: number;
  neighborhood: number;
  similar_percent: number;
  one_sided_percent: number;
  same_elements: number;
  same_files: number;
} = missed.places;

export const FUNCTION_RULES: {
  least_elements: number;
  max_elements: number;
  max_functions: number;
  max_places: number;
  similar_percent: number;
  equal_names_percent: number;
  taken_percent: number;
} = missed.functions;

export const REPAIR_RULES: { within: number; added_percent: number; origin_percent: number } = missed.repaired;

export const STYLE_WORDS: readonly string[] = missed.style_words.words;
export const DEPRECATION_WORDS: readonly string[] = missed.deprecation_words.words;
export const REFACTORING_WORDS: readonly string[] = missed.refactoring_words.words;
export const FIX_WORDS: readonly string[] = missed.fix_words.words;

/** The order of findings: the product of the lifts of their properties. */
export const MISSED_ORDER: {
  properties: readonly { id: string; lift: number; why: string }[];
  /** Pattern of the base names of files with settings. */
  configuration_names: string;
  many_hunks: number;
  many_targets: number;
  old_days: number;
  very_similar_percent: number;
  unlike_percent: number;
  unlike_elements: number;
  entry_names: string;
  /** Findings below it are apart. */
  least_together: number;
  least_apart: number;
  likely_weight: number;
} = missed.order;
