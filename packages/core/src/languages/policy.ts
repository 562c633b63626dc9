import exclusions from '../../../../languages/exclusions.json' with { type: 'json' };
import profiles from '../../../../languages/profiles.json' with { type: 'json' };
import roles from '../../../../languages/roles.json' with { type: 'json' };

export type ProfileName = 'logic' | 'inventory';

/** Globs under the name that people know them by. */
export interface GlobGroup {
  what: string;
  globs: string[];
  /** A directory that holds one of these names belongs to the group, whatever its own name is. */
  holding?: string[];
  /** Files that Git tracks are not excluded. */
  unless_tracked?: boolean;
}

/** The first rule that applies to a file decides; without one the file is kept. */
export interface ProfileRule {
  action: string;
  what: string;
  globs?: string[];
  /** A list that stands elsewhere: `generated`, `languages` or `scripts`. */
  list?: string;
}

export interface Profile {
  /** Directories that are cut whole. */
  directories: GlobGroup[];
  files: ProfileRule[];
}

export const PROFILES: Record<ProfileName, Profile> = profiles.profiles;

export const DEFAULT_EXCLUSIONS: GlobGroup[] = exclusions.groups;

/** Our own products. */
export const OWN_PRODUCTS: {
  globs: string[];
  marked: { globs: string[]; marker: string; within_bytes: number };
} = exclusions.own;

/** What a path says of a file besides its language. */
export const ROLE_GLOBS = {
  test: roles.test.globs,
  vendored: roles.vendored.globs,
  generated: roles.generated.globs,
};

export const GENERATED_MARKERS = {
  /** Literal, compared as bytes of UTF-8. */
  markers: roles.generated.markers,
  within_lines: roles.generated.within_lines,
  within_bytes: roles.generated.within_bytes,
};

/** The profile of a scan for which none was chosen; with `--all` the one that leaves nothing out. */
export const DEFAULT_PROFILE: ProfileName = profileName(profiles.default);
export const DEFAULT_PROFILE_WITH_ALL: ProfileName = profileName(profiles.with_all);

function profileName(name: string): ProfileName {
  if (name === 'logic' || name === 'inventory') return name;
  throw new Error(`languages/profiles.json names no profile ${name}`);
}
