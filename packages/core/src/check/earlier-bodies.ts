import { GATE_RULES } from '#languages/policy.ts';
import type { FactsByPath } from './file-declarations.ts';
import type { Copy } from './model.ts';

type Named = Pick<Copy, 'path' | 'qualified_name'>;

/** The bodies that declarations had at the reference and in earlier versions of their files. */
export class EarlierBodies {
  readonly #versions: readonly FactsByPath[];

  constructor(versions: readonly FactsByPath[]) {
    this.#versions = versions;
  }

  /**
   * Whether a body of one declaration was also a body of the other one, perhaps in another commit: one may have been copied
   * after the other was edited.
   *
   * @param nodes of a declaration now: a body that is much smaller, such as a stub, does not count
   */
  haveCommon(one: Named, other: Named, nodes: number): boolean {
    const bodies = this.#bodiesOf(one, nodes);
    return [...this.#bodiesOf(other, nodes)].some((body) => bodies.has(body));
  }

  #bodiesOf({ path, qualified_name }: Named, nodes: number): Set<string> {
    const least = (nodes * GATE_RULES.history.part_of_nodes) / 1000;
    const bodies = this.#versions.flatMap((version) => {
      const declarations = version.get(path)?.declarations ?? [];
      const its = declarations.filter((it) => it.qualified_name === qualified_name && it.nodes >= least);
      return its.map(({ function_body, tree_hash }) => function_body ?? tree_hash).filter((it) => it !== undefined);
    });
    return new Set(bodies);
  }
}
