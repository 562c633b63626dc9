import drafts from '../../../../languages/drafts.json' with { type: 'json' };

/** The rules of a class of languages; kinds and positions are spelled as in the flat tree. */
export interface DraftRules {
  /** Kinds of functions of which a draft is written. */
  functions: readonly string[];
  /** Kinds of functions that have the receiver of the function around them. */
  inner_functions: readonly string[];
  /** Kinds of functions with a receiver and a frame of their own. */
  own_functions: readonly string[];
  classes: readonly string[];
  /** Kinds that can be an argument. */
  expressions: readonly string[];
  /** `Parent.field`, or `Parent`: positions in which no other expression can be. */
  refused_positions: readonly string[];
  assignments: readonly string[];
  /** Positions of a called expression, and kinds that give such a call its receiver. */
  callees: readonly string[];
  members: readonly string[];
  /** Kinds of immutable literals, and the kinds inside of them. */
  literals: readonly string[];
  literal_parts: readonly string[];
  /**
   * Where the language has references: kinds that mark a parameter or result as one, kinds of arguments, and kinds of expressions
   * that a called function can assign through its parameter.
   */
  references?: { marks: readonly string[]; arguments: readonly string[]; kinds: readonly string[] };
  /** The kind of the sign of a number. */
  negative: string;
  /** Kinds whose lines are not indented. */
  strings: readonly string[];
  types: readonly string[];
  suspends: readonly string[];
  /** Words that are not names of parameters. */
  reserved: readonly string[];
  /** Obstacles by kind, by called name, and by name. */
  kinds: Readonly<Record<string, string>>;
  calls: Readonly<Record<string, string>>;
  names: Readonly<Record<string, string>>;
}

/** By class of languages. */
const RULES: ReadonlyMap<string, DraftRules> = new Map<string, DraftRules>([
  ['python', drafts.python],
  ['javascript', drafts.javascript],
  ['typescript', drafts.javascript],
  ['php', drafts.php],
]);

/** Classes of languages that are drafted. */
export const DRAFT_LANGUAGES: readonly string[] = [...RULES.keys()];

export function draftRules(language: string): DraftRules | undefined {
  return RULES.get(language);
}

export const DRAFT_LIMITS: {
  fixed_percent: number;
  outside_percent: number;
  max_parameters: number;
  min_saved_lines: number;
  /** Of a run of statements. */
  min_saved_block_lines: number;
  /** For each parameter that is a function: it is harder to read than the code that it replaces. */
  min_saved_lines_by_function: number;
  /** Parameters, arguments and results of a run that a reader takes in at a glance; each further one must save a line. */
  few_names: number;
  /** From so many parameters on, each must save `min_saved_lines_by_many`. */
  many_parameters: number;
  min_saved_lines_by_many: number;
  /** A part of a paragraph is worth a function if it saves so many lines. */
  long_part_lines: number;
  /** Variables that a run of statements gets and gives. */
  max_inputs: number;
  max_results: number;
  max_copies: number;
  /** Copies that are tried as the one to which the others are aligned. */
  max_leaders: number;
  max_nodes: number;
  line_length: number;
} = drafts.limits;

/** The sentence of each obstacle. */
export const OBSTACLES = drafts.obstacles;

export type ObstacleId = keyof typeof OBSTACLES;

export function isObstacle(id: string): id is ObstacleId {
  return id in OBSTACLES;
}
