import { lastName } from '#tree/globs/glob.ts';
import { hasExtension } from '#tree/kind.ts';
import type { TreeSource } from '#tree/source.ts';
import type { Found, FoundFile } from '#tree/walk.ts';
import type { FilePlan } from './file-entry.ts';

/** A larger `package.json` is not read. */
const MAX_BYTES = 1 << 20;
const NAME = 'package.json';

/**
 * Which `.js`, `.jsx` and files without extension are modules if they are JavaScript: those whose nearest
 * `package.json` in the scanned tree sets `"type": "module"`, as Node.js decides. A `package.json` that cannot be read decides nothing and is reported with the reason.
 */
export class ModulePackages {
  /** By folder that has a `package.json`; the root is the empty path. */
  readonly #isModule: ReadonlyMap<string, boolean>;
  /** By path of a `package.json`: why it was ignored. */
  readonly problems: ReadonlyMap<string, string>;

  private constructor(isModule: ReadonlyMap<string, boolean>, problems: ReadonlyMap<string, string>) {
    this.#isModule = isModule;
    this.problems = problems;
  }

  /** @throws {AnalyzerError} `cancelled` */
  static async read(source: TreeSource, found: readonly Found[], signal?: AbortSignal): Promise<ModulePackages> {
    const isModule = new Map<string, boolean>();
    const problems = new Map<string, string>();
    if (found.some((each) => each.kind === 'file' && followsPackage(each))) {
      for (const file of found) {
        if (file.kind !== 'file' || lastName(file.path) !== NAME || file.reason !== undefined) continue;
        const type = await typeOf(source, file, signal);
        if ('problem' in type) problems.set(file.path, type.problem);
        else isModule.set(folderOf(file.path), type.isModule);
      }
    }
    return new ModulePackages(isModule, problems);
  }

  /** The plan of a file, marked if its package makes JavaScript a module. */
  applied(plan: FilePlan): FilePlan {
    return followsPackage(plan.found) && this.#decides(plan.found.path) ? { ...plan, inModulePackage: true } : plan;
  }

  #decides(path: string): boolean {
    for (let folder = folderOf(path); ; folder = folderOf(folder)) {
      const isModule = this.#isModule.get(folder);
      if (isModule !== undefined) return isModule;
      if (folder === '') return false;
    }
  }
}

async function typeOf(
  source: TreeSource,
  file: FoundFile,
  signal: AbortSignal | undefined,
): Promise<{ isModule: boolean } | { problem: string }> {
  const reading = await source.read(file, MAX_BYTES, signal);
  // The entry of the file has the reason.
  if ('reason' in reading) return { isModule: false };
  if (reading.bytes === undefined) return { problem: `larger than ${MAX_BYTES} bytes: its "type" is not read` };
  return isModuleType(reading.bytes) ?? { problem: 'not a JSON object: its "type" is ignored' };
}

function isModuleType(bytes: Uint8Array): { isModule: boolean } | undefined {
  try {
    const data: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (typeof data !== 'object' || data === null || Array.isArray(data)) return undefined;
    return { isModule: 'type' in data && data.type === 'module' };
  } catch {
    return undefined;
  }
}

function followsPackage({ path }: FoundFile): boolean {
  return path.endsWith('.js') || path.endsWith('.jsx') || !hasExtension(lastName(path));
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}
