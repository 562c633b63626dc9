import exclusions from '../../../../languages/exclusions.json' with { type: 'json' };
import lists from '../../../../languages/lists.json' with { type: 'json' };
import profiles from '../../../../languages/profiles.json' with { type: 'json' };
import roles from '../../../../languages/roles.json' with { type: 'json' };

export type ProfileName = 'logic' | 'inventory';

/** Globs with a name for the user. */
export interface GlobGroup {
  what: string;
  globs: string[];
  /** A directory that contains one of these names belongs to the group. */
  holding?: string[];
  /** Files that Git tracks are not excluded. */
  unless_tracked?: boolean;
}

/** The first matching rule decides; a file without a matching rule is included. */
export interface ProfileRule {
  action: string;
  what: string;
  globs?: string[];
  /** A shared list: `generated`, `languages` or `scripts`. */
  list?: string;
}

export interface Profile {
  /** Directories that are excluded completely. */
  directories: GlobGroup[];
  files: ProfileRule[];
}

export const PROFILES: Record<ProfileName, Profile> = profiles.profiles;

export const DEFAULT_EXCLUSIONS: GlobGroup[] = exclusions.groups;

/** A marker in the first bytes of a file. */
export interface Marker {
  marker: string;
  within_bytes: number;
}

/** Output of this program. */
export const OWN_PRODUCTS: {
  globs: string[];
  /** Files that contain a marker. */
  marked: Record<'map' | 'state', Marker & { globs: string[] }>;
  /** A directory belongs to the output if it has a file of this name with the marker. */
  holding: Marker & { name: string };
} = exclusions.own;

/** Globs of each class of files. */
export const ROLE_GLOBS = {
  test: globsOf(roles.test),
  vendored: globsOf(roles.vendored),
  generated: globsOf(roles.generated),
  example: globsOf(roles.example),
  benchmark: globsOf(roles.benchmark),
  configuration: globsOf(roles.configuration),
};

function globsOf({ rules }: { rules: { globs: string[] }[] }): string[] {
  return rules.flatMap(({ globs }) => globs);
}

/** Words of the comments before the first code, in lower case. */
export const GENERATED_COMMENT = roles.generated.comment;

/** Least mean and longest line of a minified file, in its first bytes. */
export const MINIFIED = {
  mean_line_bytes: roles.generated.minified.mean_line_bytes,
  longest_line_bytes: roles.generated.minified.longest_line_bytes,
};

/** JSON in a code file: its least size, and the least shares of lines of its first bytes that are JSON or have keys. */
export const JSON_IN_CODE: {
  endings: string[];
  least_bytes: number;
  lines_of_hundred: number;
  keys_of_hundred: number;
} = roles.generated.json;

/** Groups that lists for people put apart. */
export const LIST_RULES: {
  small: { kinds: string[]; below_nodes: number };
  types: { kinds: string[]; below_similarity: number; aliases_below_weight: number };
  protocol_methods: {
    kinds: string[];
    prefix: string;
    suffix: string;
    names: string[];
    except: string[];
    below_nodes: number;
  };
  test_callbacks: { titled: string[]; untitled: string[]; modifiers: string[] };
  inside: { percent_of_bytes: number };
  order: { call_nodes: number };
  little_saved: { kinds: string[]; below_weight: number };
  frames: { kinds: string[]; below_similarity: number; below_weight: number };
  straight_line: { below_weight: number; identical_below_weight: number; methods_below_weight: number };
  data: { kinds: string[]; kinds_with_calls: string[] };
} = lists;

/** Findings that `analyzer check` does not count, in thousandths; and how far back it looks. */
export const GATE_RULES: {
  identical_functions: { below_nodes: number };
  accessors: { below_nodes: number; with_calls_below_nodes: number };
  grown_blocks: { other_places: number };
  edited: {
    similar: number;
    certain: number;
    part_before: number;
    part_before_identical: number;
    part_before_reduced: number;
  };
  renamed: { max_pairs: number };
  convergence: { part_shared: number; part_kept: number };
  history: { commits: number; versions: number; files: number; part_of_nodes: number };
  known: { percent_of_nodes: number };
  tests: { below_similarity: number; callbacks_below_similarity: number };
} = lists.gate;

/** The default profile; with `--all`, the profile without exclusions. */
export const DEFAULT_PROFILE: ProfileName = profileName(profiles.default);
export const DEFAULT_PROFILE_WITH_ALL: ProfileName = profileName(profiles.with_all);

function profileName(name: string): ProfileName {
  if (name === 'logic' || name === 'inventory') return name;
  throw new Error(`languages/profiles.json has no profile ${name}`);
}
