import { folderOf } from '../../paths.ts';
import { type Config, includedPaths, includes } from './config.ts';

/** Maximum number of configurations that one leads to. */
const MAX_CONFIGS = 256;
/** Maximum number of their patterns of `include` and `exclude`: a file can be compared with all of them. */
const MAX_PATTERNS = 4096;
/** A configuration with more included paths is compared with every file. */
const MAX_PATHS = 16;

/**
 * The configurations that one leads to through `references`, nearest first, indexed by the paths that they include: most are
 * those of other folders.
 */
export class ReferencedConfigs {
  /** Why configurations were left out. */
  readonly problem: string | undefined;
  readonly #configs: Config[] = [];
  /** Indices of configurations by folder or file. */
  readonly #byPath = new Map<string, number[]>();

  constructor(start: Config, read: (path: string) => Config | undefined) {
    const seen = new Set([start.path]);
    let patterns = 0;
    for (let next: Config | undefined = start, index = 0; next !== undefined; next = this.#configs[index++]) {
      for (const path of next.references) {
        if (seen.has(path)) continue;
        seen.add(path);
        const config = read(path);
        if (config === undefined) continue;
        patterns += (config.include?.length ?? 1) + (config.exclude?.length ?? 0);
        if (this.#configs.length >= MAX_CONFIGS)
          this.problem = `"references" lead to more than ${MAX_CONFIGS} configurations`;
        else if (patterns > MAX_PATTERNS) this.problem = `"references" lead to more than ${MAX_PATTERNS} patterns`;
        if (this.problem !== undefined) return;
        this.#add(config);
      }
    }
  }

  #add(config: Config): void {
    const paths = includedPaths(config);
    for (const path of paths.size > MAX_PATHS ? [''] : paths) {
      const indices = this.#byPath.get(path);
      if (indices === undefined) this.#byPath.set(path, [this.#configs.length]);
      else indices.push(this.#configs.length);
    }
    this.#configs.push(config);
  }

  /** The nearest configuration that includes a file. */
  including(file: string): Config | undefined {
    const candidates = new Set<number>();
    for (let path = file; ; path = folderOf(path)) {
      for (const index of this.#byPath.get(path) ?? []) candidates.add(index);
      if (path === '') break;
    }
    for (const index of [...candidates].sort((a, b) => a - b)) {
      const config = this.#configs[index];
      if (config !== undefined && includes(config, file)) return config;
    }
    return undefined;
  }
}
