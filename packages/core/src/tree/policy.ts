import {
  DEFAULT_EXCLUSIONS,
  type Marker,
  OWN_PRODUCTS,
  PROFILES,
  type ProfileName,
  ROLE_GLOBS,
} from '#languages/policy.ts';
import { Glob, globOfRules, lastName } from './globs/glob.ts';
import { GlobSet } from './globs/glob-set.ts';
import { kindOfName } from './kind.ts';

export type CutReason =
  | 'exclude'
  | 'config'
  | 'analyzerignore'
  | 'default'
  | 'gitignore'
  | 'own-output'
  | 'cache'
  | 'profile';

/** Why a path is excluded, with the glob or rule. */
export interface Cut {
  reason: CutReason;
  rule: string;
}

export interface PolicyOptions {
  profile: ProfileName;
  /** Without default exclusions and `.analyzerignore`; output of this program is still excluded. */
  all: boolean;
  /** Globs of `--exclude`. */
  exclude: readonly string[];
  /** Globs of the project's own configuration file. */
  configured?: readonly Glob[];
  /** All files are tracked by Git, so that default exclusions for untracked files do not apply. */
  isTracked?: boolean;
  /** Paths of files that this program writes there; they are always excluded. */
  own?: readonly string[] | undefined;
  /** Path of the parse cache's folder; it is always excluded. */
  cache?: string | undefined;
}

type FileRule = (path: string, isScript: boolean) => { cut?: Cut } | undefined;

/**
 * Decides by path which files a scan excludes, before a file is read. The first reason counts: own output, the parse
 * cache, `--exclude`, the project's configuration file, `.analyzerignore`, default exclusions, rules of Git, the profile. Own output is first because a
 * snapshot id does not cover it: no option may give it another reason.
 */
export class Policy {
  readonly #globs = new GlobSet<CutReason>();
  readonly #holding = new Map<string, Cut>();
  readonly #marked = new GlobSet<Marker>();
  readonly #profileDirectories = new GlobSet<CutReason>();
  readonly #profileFiles: FileRule[];
  readonly #own: ReadonlySet<string>;
  readonly #cache: string | undefined;
  /** Default exclusions that do not apply to files tracked by Git. */
  readonly #unlessTracked = new Set<string>();

  /** @param ignored the globs of `.analyzerignore` */
  constructor(options: PolicyOptions, ignored: readonly Glob[]) {
    this.#own = new Set(options.own);
    this.#cache = options.cache;
    for (const source of OWN_PRODUCTS.globs) this.#globs.add(globOfRules(source, EXCLUSIONS_FILE), 'own-output');
    for (const marked of Object.values(OWN_PRODUCTS.marked)) {
      for (const source of marked.globs) this.#marked.add(globOfRules(source, EXCLUSIONS_FILE), marked);
    }
    for (const source of options.exclude) this.#globs.add(new Glob(source, '--exclude'), 'exclude');
    for (const glob of options.configured ?? []) this.#globs.add(glob, 'config');
    if (!options.all) {
      for (const glob of ignored) this.#globs.add(glob, 'analyzerignore');
      this.#addDefaults(options.isTracked ?? false);
    }
    const profile = PROFILES[options.profile];
    for (const source of profile.directories.flatMap(({ globs }) => globs)) {
      this.#profileDirectories.add(globOfRules(source, 'languages/profiles.json'), 'profile');
    }
    this.#profileFiles = profile.files.map(({ action, globs, list }) => fileRule(action, globs, list));
  }

  directory(path: string): Cut | undefined {
    return this.describedDirectory(path) ?? this.directoryOfProfile(path);
  }

  /** Without the profile. */
  describedDirectory(path: string): Cut | undefined {
    const cut = cutOf(this.#globs, path, true);
    return path === this.#cache && cut?.reason !== 'own-output' ? { reason: 'cache', rule: path } : cut;
  }

  directoryOfProfile(path: string): Cut | undefined {
    return cutOf(this.#profileDirectories, path, true);
  }

  /** Whether it excludes only paths that Git does not track. */
  sparesTracked({ reason, rule }: Cut): boolean {
    return reason === 'default' && this.#unlessTracked.has(rule);
  }

  /** A directory may be excluded because of its content, such as a virtual environment of any name. */
  directoryHolding(names: readonly string[]): Cut | undefined {
    for (const [name, cut] of this.#holding) if (names.includes(name)) return cut;
    return undefined;
  }

  /** @param isScript whether it has no extension, and is executable or starts with a shebang */
  file(path: string, isScript: boolean): Cut | undefined {
    return this.described(path) ?? this.fileOfProfile(path, isScript);
  }

  fileOfProfile(path: string, isScript: boolean): Cut | undefined {
    for (const rule of this.#profileFiles) {
      const decision = rule(path, isScript);
      if (decision) return decision.cut;
    }
    return undefined;
  }

  /** Symbolic links and special files, which profiles include: they are described, never opened. */
  described(path: string): Cut | undefined {
    return this.#own.has(path) ? { reason: 'own-output', rule: path } : cutOf(this.#globs, path, false);
  }

  /** The marker that makes the file own output; called before `file`. */
  markerOf(path: string): Marker | undefined {
    return this.#marked.first(path, false)?.value;
  }

  #addDefaults(isTracked: boolean): void {
    for (const { globs, holding, unless_tracked = false } of DEFAULT_EXCLUSIONS) {
      if (unless_tracked && isTracked) continue;
      for (const source of globs) {
        this.#globs.add(globOfRules(source, EXCLUSIONS_FILE), 'default');
        if (unless_tracked) this.#unlessTracked.add(source);
      }
      for (const name of holding ?? []) this.#holding.set(name, { reason: 'default', rule: `holds ${name}` });
    }
  }
}

const EXCLUSIONS_FILE = 'languages/exclusions.json';

/** The exclusion of a file that contains the marker of `markerOf`. */
export function cutOfMarker({ marker }: Marker): Cut {
  return { reason: 'own-output', rule: marker };
}

/** The marker file of a directory of this program, and the exclusion of that directory. */
export const OWN_HOLDING = OWN_PRODUCTS.holding;
export const OWN_HOLDING_CUT: Cut = { reason: 'own-output', rule: `holds ${OWN_HOLDING.name}` };

function cutOf(globs: GlobSet<CutReason>, path: string, isDirectory: boolean): Cut | undefined {
  const rule = globs.first(path, isDirectory);
  return rule && { reason: rule.value, rule: rule.glob.source };
}

function fileRule(action: string, globs: readonly string[] | undefined, list: string | undefined): FileRule {
  if (list === 'languages') return (path) => (kindOfName(lastName(path)) ? {} : undefined);
  if (list === 'scripts') return (_path, isScript) => (isScript ? {} : undefined);
  const set = new GlobSet<CutReason>();
  for (const source of list === 'generated' ? ROLE_GLOBS.generated : (globs ?? [])) {
    set.add(globOfRules(source, 'languages/profiles.json'), 'profile');
  }
  return (path) => {
    const cut = cutOf(set, path, false);
    return cut && (action === 'keep' ? {} : { cut });
  };
}
