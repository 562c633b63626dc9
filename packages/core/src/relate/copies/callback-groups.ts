import { type Callbacks, decodeCallbacks, type ElementBlock } from '#parse/elements/element-block.ts';
import { type ComparedDeclaration, type ComparedFile, ElementBlocks } from './compared-file.ts';
import type { CopyLimits } from './limits.ts';
import { findSimilar, type NearGroup } from './near-groups.ts';
import { hex64 } from './range-hash.ts';

/** A callback that is similar to another one, whether or not a group has it. */
export interface PartneredCallback {
  file: number;
  callback: number;
  /** Hash of its body, 16 hex. */
  body: string;
}

export interface CallbackGroups {
  /** The numbers of declarations in their members are those of callbacks in the file. */
  groups: NearGroup[];
  partnered: PartneredCallback[];
}

/**
 * The groups of similar callbacks, by the rules of similar declarations (docs/use/copies.md). Callbacks are compared with each
 * other only: so they change no group of declarations.
 *
 * @param files in the order of their projects and paths
 * @param wantsPartners false for an empty list
 */
export function findCallbackGroups(
  files: readonly ComparedFile[],
  limits: CopyLimits,
  wantsPartners = false,
): CallbackGroups {
  const numbers: number[] = [];
  const compared = files.flatMap(({ elements, size }, file): ComparedFile[] => {
    const callbacks = decodeCallbacks(elements);
    if (!callbacks.nodes.some((nodes) => nodes >= limits.nearNodes)) return [];
    numbers.push(file);
    return [{ elements, size, declarations: declarationsOf(callbacks) }];
  });
  if (compared.length === 0) return { groups: [], partnered: [] };
  const found = findSimilar(compared, limits, wantsPartners, new CallbackBlocks(compared));
  const fileOf = (file: number) => numbers[file] ?? 0;
  return {
    groups: found.groups.map(({ members, fingerprint }) => {
      return { members: members.map((it) => ({ ...it, file: fileOf(it.file) })), fingerprint };
    }),
    partnered: found.partnered.map(({ file, declaration, body }) => {
      return { file: fileOf(file), callback: declaration, body };
    }),
  };
}

/** Callbacks as declarations that are in each other. */
function declarationsOf({ nodes, startByte, endByte }: Callbacks): ComparedDeclaration[] {
  const around: number[] = [];
  return Array.from(nodes, (its, at) => {
    const start = startByte[at] ?? 0;
    while (around.length > 0 && (endByte[around.at(-1) ?? 0] ?? 0) <= start) around.pop();
    const within = around.at(-1) ?? -1;
    around.push(at);
    return { nodes: its, within, start_byte: start, end_byte: endByte[at] ?? 0 };
  });
}

/** Blocks whose bodies are those of callbacks. */
class CallbackBlocks extends ElementBlocks {
  override of(file: number): ElementBlock {
    const block = super.of(file);
    const { openings, opening, closings, callbacks } = block;
    const { first, count, lastClosings } = callbacks;
    const bodies = { declaration: Uint32Array.from(first, (_, at) => at), first, count, lastClosings };
    return {
      openings,
      opening,
      closings,
      bodies,
      callbacks,
      get units() {
        return block.units;
      },
    };
  }
}

/** Reads the callbacks of files, each once. */
export class CallbackLists {
  readonly #files: readonly Pick<ComparedFile, 'elements'>[];
  readonly #known = new Map<number, Callbacks>();

  constructor(files: readonly Pick<ComparedFile, 'elements'>[]) {
    this.#files = files;
  }

  of(file: number): Callbacks {
    let known = this.#known.get(file);
    if (known === undefined) {
      const { elements } = this.#files[file] ?? {};
      if (elements === undefined) throw new RangeError(`no file ${file}`);
      known = decodeCallbacks(elements);
      this.#known.set(file, known);
    }
    return known;
  }
}

/** How a callback differs from another one. */
export function callbackMatch(
  one: Callbacks,
  at: number,
  first: Callbacks,
  firstAt: number,
): 'identical' | 'renamed' | 'edited' {
  const hash = ({ high, low }: Callbacks, it: number) => hex64(high[it] ?? 0, low[it] ?? 0);
  if (hash(one, at) === hash(first, firstAt)) return 'identical';
  const shape = ({ shapeHigh, shapeLow }: Callbacks, it: number) => hex64(shapeHigh[it] ?? 0, shapeLow[it] ?? 0);
  return shape(one, at) === shape(first, firstAt) ? 'renamed' : 'edited';
}
