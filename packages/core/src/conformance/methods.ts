import { lastOf } from './name-glob.ts';
import type { Body } from './observation.ts';
import type { CodeCall, CodeFile, CodeProject } from './project.ts';

/** The declarations of a project by id, and its methods by name: an unknown receiver may have any of them. */
export class Methods {
  readonly bodies: ReadonlyMap<string, Body>;
  readonly #all = new Map<string, string[]>();
  /** Without those of tests, examples and the like. */
  readonly #ofProduct = new Map<string, string[]>();

  constructor(project: Pick<CodeProject, 'files'>) {
    const bodies = new Map<string, Body>();
    for (const file of project.files.values()) {
      for (const [index, { id, kind, qualifiedName }] of file.declarations.entries()) {
        bodies.set(id, { file, index });
        if (kind !== 'method') continue;
        const name = lastOf(qualifiedName);
        addTo(this.#all, name, id);
        if (!file.isTest && !file.isApart) addTo(this.#ofProduct, name, id);
      }
    }
    this.bodies = bodies;
  }

  /** Ids of the methods of a name that a file can call: what tests and examples declare is called only by them. */
  named(name: string, { isTest, isApart }: CodeFile): readonly string[] {
    return (isTest || isApart ? this.#all : this.#ofProduct).get(name) ?? [];
  }

  /** Ids of the methods with the name of a call that are not among its candidates. */
  like({ callee, candidates }: CodeCall, file: CodeFile): string[] {
    return this.named(lastOf(callee), file).filter((id) => !candidates.includes(id));
  }

  /** @returns the qualified name, empty for an unknown id */
  nameOf(id: string): string {
    const body = this.bodies.get(id);
    return body?.file.declarations[body.index]?.qualifiedName ?? '';
  }

  isOfInterface(id: string): boolean {
    const { file, index } = this.bodies.get(id) ?? {};
    const owner = file?.declarations.findLast((it, at) => at < (index ?? 0) && it.last >= (index ?? 0));
    return owner?.kind === 'interface';
  }
}

function addTo(lists: Map<string, string[]>, name: string, id: string): void {
  const list = lists.get(name);
  if (list === undefined) lists.set(name, [id]);
  else list.push(id);
}
