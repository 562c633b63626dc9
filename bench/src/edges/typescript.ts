import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, relative } from 'node:path';
import type { ScanV1 } from '@analyzer/contracts/analyzer.scan.v1';
import ts from 'typescript';
import { parse as parseYaml } from 'yaml';
import type { Score } from './score.ts';

/**
 * Judges the imports of JavaScript and TypeScript by TypeScript's own resolver, with workspace packages linked and nothing
 * built or installed.
 */
export function judgeTypeScript(folder: string, scan: ScanV1, score: Score): void {
  const root = realpathSync(folder);
  const files = new Set(scan.entries.flatMap(({ kind, path }) => (kind === 'file' ? [path] : [])));
  const host = linkedHost(root, files);
  const configs = new Configs(host);
  const caches = new Map<string, ts.ModuleResolutionCache>();
  for (const entry of scan.entries) {
    if (entry.kind !== 'file' || (entry.language !== 'typescript' && entry.language !== 'javascript')) continue;
    const file = join(root, entry.path);
    const options = configs.of(file);
    for (const { specifier, line, state, path, candidates = [], reason } of entry.imports ?? []) {
      if (reason === 'not a literal' || specifier.endsWith('…')) continue;
      const found = state === 'resolved' && path !== undefined ? [path] : state === 'ambiguous' ? candidates : [];
      const judged = judgedTarget(specifier, file, options, host, caches, root);
      const targets = judged === undefined ? undefined : judged.flatMap((it) => alternatives(it, files));
      score.add(`${entry.path}:${line} ${specifier}`, targets, found);
    }
  }
}

function judgedTarget(
  specifier: string,
  file: string,
  options: ts.CompilerOptions,
  host: ts.ModuleResolutionHost,
  caches: Map<string, ts.ModuleResolutionCache>,
  root: string,
): string[] | undefined {
  const key = String(options.configFilePath ?? '');
  let cache = caches.get(key);
  if (cache === undefined) {
    cache = ts.createModuleResolutionCache(root, (it) => it, options);
    caches.set(key, cache);
  }
  const { resolvedModule } = ts.resolveModuleName(specifier, file, options, host, cache);
  if (resolvedModule !== undefined) {
    const path = relative(root, resolvedModule.resolvedFileName);
    return path.startsWith('..') || path.includes('node_modules/') ? [] : [path];
  }
  if (builtinModules.includes(specifier) || specifier.startsWith('node:')) return [];
  const plain = specifier.replace(/[?#].*$/, '');
  const asset = join(dirname(file), plain);
  if (/^\.{1,2}\//.test(plain) && statSync(asset, { throwIfNoEntry: false })?.isFile()) return [relative(root, asset)];
  return undefined;
}

/** A declaration file represents the implementation next to it; a file outside the scan has no edge. */
function alternatives(path: string, files: ReadonlySet<string>): string[] {
  const beside = /\.d\.[mc]?ts$/.test(path)
    ? ['.js', '.mjs', '.cjs', '.jsx', '.json'].map((it) => path.replace(/\.d\.[mc]?ts$/, it))
    : [];
  return [path, ...beside].filter((it) => files.has(it));
}

/** A file system in which each workspace package is linked in the `node_modules` of its workspace root. */
function linkedHost(root: string, files: ReadonlySet<string>): ts.ParseConfigHost & ts.ModuleResolutionHost {
  const links = new Map<string, string>();
  for (const path of files) {
    if (!/(?:^|\/)(?:package\.json|pnpm-workspace\.yaml)$/.test(path)) continue;
    const folder = dirname(join(root, path));
    const globs = workspaceGlobs(join(root, path));
    const include = globs.filter((it) => !it.startsWith('!')).map((it) => `${trimmed(it)}/package.json`);
    const exclude = globs.filter((it) => it.startsWith('!')).map((it) => trimmed(it.slice(1)));
    if (include.length === 0) continue;
    const members = ts.sys.readDirectory(folder, ['.json'], [...exclude, '**/node_modules'], include);
    for (const member of [...members, join(folder, 'package.json')]) {
      const name = dataOf(member).name;
      if (typeof name === 'string') links.set(join(folder, 'node_modules', name), dirname(member));
    }
  }
  const real = (path: string): string => {
    for (let at = path.lastIndexOf('/node_modules/'); at >= 0; at = path.lastIndexOf('/node_modules/', at - 1)) {
      const rest = path.slice(at + '/node_modules/'.length).split('/');
      for (const count of [1, 2]) {
        const target = links.get(`${path.slice(0, at)}/node_modules/${rest.slice(0, count).join('/')}`);
        if (target !== undefined) return [target, ...rest.slice(count)].join('/');
      }
    }
    return path;
  };
  return {
    ...ts.sys,
    fileExists: (path) => ts.sys.fileExists(real(path)),
    readFile: (path) => ts.sys.readFile(real(path)),
    directoryExists: (path) =>
      ts.sys.directoryExists(real(path)) || [...links.keys()].some((link) => link.startsWith(`${path}/`)),
    realpath: (path) => real(path),
    useCaseSensitiveFileNames: true,
  };
}

function workspaceGlobs(path: string): string[] {
  const data = dataOf(path);
  const list = path.endsWith('.yaml') ? data.packages : data.workspaces;
  const globs = Array.isArray(list) || typeof list !== 'object' || list === null ? list : Reflect.get(list, 'packages');
  return Array.isArray(globs) ? globs.filter((it): it is string => typeof it === 'string') : [];
}

function dataOf(path: string): Record<string, unknown> {
  try {
    const text = readFileSync(path, 'utf8');
    const data: unknown = path.endsWith('.yaml') ? parseYaml(text) : JSON.parse(text);
    return typeof data === 'object' && data !== null ? Object.fromEntries(Object.entries(data)) : {};
  } catch {
    return {};
  }
}

function trimmed(glob: string): string {
  return glob.replace(/^\.\//, '').replace(/\/+$/, '');
}

/** The compiler options of a file: of the nearest configuration that includes it, as an editor chooses it. */
class Configs {
  readonly #host: ts.ParseConfigHost;
  readonly #parsed = new Map<string, ts.ParsedCommandLine | undefined>();

  constructor(host: ts.ParseConfigHost) {
    this.#host = host;
  }

  of(file: string): ts.CompilerOptions {
    let nearest: ts.ParsedCommandLine | undefined;
    for (let folder = dirname(file); ; folder = dirname(folder)) {
      for (const name of ['tsconfig.json', 'jsconfig.json']) {
        const config = this.#parse(join(folder, name));
        if (config === undefined) continue;
        const found = this.#including(config, file);
        if (found !== undefined) return withDefaults(found.options);
        nearest ??= config;
      }
      if (folder === dirname(folder)) return withDefaults(nearest?.options ?? {});
    }
  }

  #including(start: ts.ParsedCommandLine, file: string): ts.ParsedCommandLine | undefined {
    const waiting = [start];
    const seen = new Set<string>();
    for (const config of waiting) {
      if (config.fileNames.includes(file)) return config;
      for (const reference of config.projectReferences ?? []) {
        const path = ts.resolveProjectReferencePath(reference);
        if (seen.has(path)) continue;
        seen.add(path);
        const next = this.#parse(path);
        if (next !== undefined) waiting.push(next);
      }
    }
    return undefined;
  }

  #parse(path: string): ts.ParsedCommandLine | undefined {
    if (!this.#parsed.has(path)) this.#parsed.set(path, existsSync(path) ? this.#read(path) : undefined);
    return this.#parsed.get(path);
  }

  #read(path: string): ts.ParsedCommandLine {
    const { config } = ts.readConfigFile(path, (it) => this.#host.readFile(it));
    const allowJs = { allowJs: true };
    return ts.parseJsonConfigFileContent(config ?? {}, this.#host, dirname(path), allowJs, path);
  }
}

function withDefaults(options: ts.CompilerOptions): ts.CompilerOptions {
  const { moduleResolution = ts.ModuleResolutionKind.Bundler } = options;
  const isOld = moduleResolution === ts.ModuleResolutionKind.Classic;
  return {
    ...options,
    allowJs: true,
    resolveJsonModule: true,
    moduleResolution: isOld ? ts.ModuleResolutionKind.Bundler : moduleResolution,
  };
}
