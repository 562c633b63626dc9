import { GENERATED_COMMENT, JSON_IN_CODE, MINIFIED, ROLE_GLOBS } from '#languages/policy.ts';
import { saysGenerated } from './generated-comment.ts';
import { Glob, globOfRules } from './globs/glob.ts';
import { GlobSet } from './globs/glob-set.ts';

export interface Roles {
  is_test: boolean;
  is_vendored: boolean;
  is_generated: boolean;
  is_example: boolean;
  is_benchmark: boolean;
  is_configuration?: true;
}

export interface RolesOfFiles {
  /** @param head the file's first bytes */
  of(path: string, head: Uint8Array): Roles;
}

/** Globs of the user, besides the rules. */
export interface ChosenRoles {
  test_globs?: readonly string[];
  generated_globs?: readonly string[];
  /** Path of the root in a larger project: all files have the classes of that folder. */
  workspace?: string;
}

const [TEST_GLOB, GENERATED_GLOB] = ['--test-glob', '--generated-glob'];

/** @throws {AnalyzerError} `usage` for an invalid glob */
export function requireRoleGlobs({ test_globs = [], generated_globs = [] }: ChosenRoles): void {
  for (const glob of test_globs) new Glob(glob, TEST_GLOB);
  for (const glob of generated_globs) new Glob(glob, GENERATED_GLOB);
}

const LF = 10;

/**
 * Finds the classes of a file by its path, and generated code also by its first comment, by the length of its
 * lines, or as JSON.
 */
export class RoleFinder implements RolesOfFiles {
  readonly #test: PathRole;
  readonly #vendored: PathRole;
  readonly #generated: PathRole;
  readonly #example: PathRole;
  readonly #benchmark: PathRole;
  readonly #configuration: PathRole;

  constructor({ test_globs, generated_globs, workspace }: ChosenRoles = {}) {
    this.#test = new PathRole(ROLE_GLOBS.test, workspace, test_globs, TEST_GLOB);
    this.#vendored = new PathRole(ROLE_GLOBS.vendored, workspace);
    this.#generated = new PathRole(ROLE_GLOBS.generated, workspace, generated_globs, GENERATED_GLOB);
    this.#example = new PathRole(ROLE_GLOBS.example, workspace);
    this.#benchmark = new PathRole(ROLE_GLOBS.benchmark, workspace);
    this.#configuration = new PathRole(ROLE_GLOBS.configuration, workspace);
  }

  /** @param head the file's first bytes, at most `GENERATED_COMMENT.within_bytes` */
  of(path: string, head: Uint8Array): Roles {
    const directory = path.slice(0, Math.max(0, path.lastIndexOf('/')));
    return {
      is_test: this.#test.holds(path, directory),
      is_vendored: this.#vendored.holds(path, directory),
      is_generated:
        this.#generated.holds(path, directory) || saysGenerated(head) || isMinified(head) || isJson(path, head),
      is_example: this.#example.holds(path, directory),
      is_benchmark: this.#benchmark.holds(path, directory),
      ...(this.#configuration.holds(path, directory) && { is_configuration: true }),
    };
  }
}

/** @param head the file's first bytes */
function isMinified(head: Uint8Array): boolean {
  const bytes = head.subarray(0, GENERATED_COMMENT.within_bytes);
  if (bytes.length < MINIFIED.longest_line_bytes) return false;
  let [lines, longest, start] = [0, 0, 0];
  const mostLines = bytes.length / MINIFIED.mean_line_bytes;
  while (start <= bytes.length) {
    if (++lines > mostLines) return false;
    const next = bytes.indexOf(LF, start);
    const end = next < 0 ? bytes.length : next;
    longest = Math.max(longest, end - start);
    start = end + 1;
  }
  return longest >= MINIFIED.longest_line_bytes;
}

/** @param head the file's first bytes */
function isJson(path: string, head: Uint8Array): boolean {
  const { endings, least_bytes, lines_of_hundred, keys_of_hundred } = JSON_IN_CODE;
  if (head.length < least_bytes || !endings.some((it) => path.endsWith(it))) return false;
  const text = Buffer.from(head.subarray(0, GENERATED_COMMENT.within_bytes)).toString('latin1');
  const lines = text.split('\n').flatMap((line) => /[^ \t\r].*/s.exec(line)?.[0] ?? []);
  const share = (pattern: RegExp) => (lines.filter((line) => pattern.test(line)).length * 100) / lines.length;
  return share(/^["{}[\]]/) >= lines_of_hundred && share(/^".*":/s) >= keys_of_hundred;
}

/** A role of a path by its own name or by a directory above it. */
class PathRole {
  readonly #globs = new GlobSet<true>();
  readonly #directories = new Map<string, boolean>();
  readonly #isEverywhere: boolean;

  constructor(globs: readonly string[], workspace = '', chosen: readonly string[] = [], option = '') {
    for (const glob of globs) this.#globs.add(globOfRules(glob, 'languages/roles.json'), true);
    this.#isEverywhere = this.#matchesDirectory(workspace);
    // Paths and chosen globs are relative to the workspace.
    this.#directories.clear();
    for (const glob of chosen) this.#globs.add(new Glob(glob, option), true);
  }

  /** @param directory the path of the directory that has it; empty for the root */
  holds(path: string, directory: string): boolean {
    return this.#isEverywhere || this.#matchesDirectory(directory) || this.#globs.first(path, false) !== undefined;
  }

  /** By itself or by a directory above it; a loop, since folders may be nested arbitrarily deep. */
  #matchesDirectory(directory: string): boolean {
    const first = this.#directories.get(directory);
    if (first !== undefined) return first;
    const asked: string[] = [];
    let contained = false;
    for (let at = directory; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('/')))) {
      const known = this.#directories.get(at);
      if (known !== undefined) {
        contained = known;
        break;
      }
      asked.push(at);
    }
    for (let at = asked.pop(); at !== undefined; at = asked.pop()) {
      contained ||= this.#globs.first(at, true) !== undefined;
      this.#directories.set(at, contained);
    }
    return contained;
  }
}
