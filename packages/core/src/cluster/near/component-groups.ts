import { compareBytes } from '@analyzer/contracts/order';
import { type CopyGroup, copyGroups } from '#relate/copies/copy-groups.ts';
import type { GramSets } from '#relate/copies/gram-sets.ts';
import { HashTable } from '#relate/copies/hash-table.ts';
import { groupSets, withoutExact } from '#relate/copies/near-groups.ts';
import { NumberList } from '#relate/copies/number-list.ts';

/** A row of `near_units`, without what is not needed to find groups. */
export interface ComponentUnit {
  project: string;
  path: string;
  startByte: number;
  endByte: number;
  nodes: number;
  /** Number of the declaration in its file, and those of the declarations around it, outermost first. */
  declaration: number;
  around: readonly number[];
  /** 64 hex digits; undefined if it is not a function. */
  body: string | undefined;
  shape: string | undefined;
  /** SHA-256 of the 5-grams, 64 hex digits. */
  fingerprint: string;
  /** Compact, because a component may have millions. */
  grams: BigInt64Array;
}

/** A group with its units, the leader first. */
export interface ComponentGroup<Unit> {
  group: Omit<CopyGroup, 'members'>;
  members: { unit: Unit; similarity: number }[];
}

/**
 * The groups of the kind `near` of a component, as of an index that has its units: no unit is similar to one of another
 * component, and nesting matters only between similar ones.
 */
export function groupComponent<Unit extends ComponentUnit>(units: readonly Unit[]): ComponentGroup<Unit>[] {
  const sorted = units.toSorted(
    (a, b) => compareBytes(a.project, b.project) || compareBytes(a.path, b.path) || a.declaration - b.declaration,
  );
  const files: { units: Unit[]; numbers: Map<number, number> }[] = [];
  const sets = new Sets();
  let last: Unit | undefined;
  for (const unit of sorted) {
    if (last?.project !== unit.project || last.path !== unit.path) files.push({ units: [], numbers: new Map() });
    last = unit;
    const file = files.at(-1);
    const number = (file?.units.push(unit) ?? 1) - 1;
    file?.numbers.set(unit.declaration, number);
    sets.add(files.length - 1, number, unit.grams);
  }
  const declared = files.map((file) => ({
    declarations: file.units.map((unit) => declarationOf(unit, file.numbers)),
  }));
  const groups = withoutExact(groupSets(declared, sets.finish()), declared);
  const unitAt = ({ file, declaration }: { file: number; declaration: number }) => files[file]?.units[declaration];
  const near = groups.map(({ members }) => {
    const [first] = members;
    return { members, fingerprint: (first === undefined ? undefined : unitAt(first)?.fingerprint) ?? '' };
  });
  return copyGroups(declared, near, []).map(({ members, ...group }) => ({
    group,
    members: members.flatMap((member) => {
      const unit = unitAt(member);
      return unit === undefined ? [] : [{ unit, similarity: member.similarity ?? 0 }];
    }),
  }));
}

/** Only declarations of the component around it count, by their numbers in it. */
function declarationOf(unit: ComponentUnit, numbers: ReadonlyMap<number, number>) {
  const around = unit.around.findLast((its) => numbers.has(its));
  return {
    nodes: unit.nodes,
    within: around === undefined ? -1 : (numbers.get(around) ?? -1),
    start_byte: unit.startByte,
    end_byte: unit.endByte,
    ...(unit.body === undefined ? {} : { function_body: unit.body }),
    ...(unit.shape === undefined ? {} : { function_shape: unit.shape }),
  };
}

/** The sets of 5-grams, numbered. */
class Sets {
  readonly #table = new HashTable(0);
  readonly #columns = { file: [] as number[], declaration: [] as number[], size: [] as number[], start: [0] };
  readonly #grams = new NumberList();

  add(file: number, declaration: number, grams: BigInt64Array): void {
    for (const gram of grams) {
      this.#grams.push(this.#table.number(Number(gram >> 32n), Number(BigInt.asIntN(32, gram))));
    }
    this.#columns.file.push(file);
    this.#columns.declaration.push(declaration);
    this.#columns.size.push(grams.length);
    this.#columns.start.push(this.#grams.length);
  }

  finish(): GramSets {
    const { file, declaration, size, start } = this.#columns;
    return {
      file: Uint32Array.from(file),
      body: Uint32Array.from(declaration),
      declaration: Uint32Array.from(declaration),
      size: Uint32Array.from(size),
      start: Uint32Array.from(start),
      grams: this.#grams.values,
      distinct: this.#table.size,
    };
  }
}
