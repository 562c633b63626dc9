import { decodeCallbacks, type ElementBlock } from '#parse/elements/element-block.ts';
import { type CallbackGroups, findCallbackGroups, type PartneredCallback } from './callback-groups.ts';
import { type ComparedFile, ElementBlocks } from './compared-file.ts';
import { type CrossSet, groupAcross } from './cross-sets.ts';
import { rangeOf } from './file-grams.ts';
import { readGramSets } from './gram-sets.ts';
import type { CopyLimits } from './limits.ts';
import { findSimilar, fingerprintOf, type NearGroup, type PartneredDeclaration } from './near-groups.ts';
import { rangeHash } from './range-hash.ts';

/** Similar declarations and callbacks. In their members a callback has its number after those of the declarations of its file. */
export interface SimilarGroups {
  /** Each led by a declaration, also groups that are a group of an exact kind. */
  near: NearGroup[];
  /** Each led by a callback, then pairs. */
  callbacks: NearGroup[];
  partnered: { declarations: PartneredDeclaration[]; callbacks: PartneredCallback[] };
}

/**
 * The groups of similar declarations and of similar callbacks, and what is similar across both (docs/use/copies.md). A
 * declaration or a callback that is in a group of its own kind changes no group: only one that is in none joins one, or
 * becomes a new group with others.
 *
 * @param files in the order of their projects and paths
 * @param wantsPartners false for empty lists
 */
export function findSimilarGroups(
  files: readonly ComparedFile[],
  limits: CopyLimits,
  wantsPartners = false,
): SimilarGroups {
  const near = findSimilar(files, limits, wantsPartners);
  const own = findCallbackGroups(files, limits, wantsPartners);
  const callbacks = own.groups.map((group) => withNumbers(group, files));
  const partnered = { declarations: near.partnered, callbacks: own.partnered };
  const all = files.map(withCallbacks);
  const isCompared = ({ declarations }: ComparedFile, file: number) =>
    declarations.slice(files[file]?.declarations.length).some(({ nodes }) => nodes >= limits.nearNodes);
  if (!all.some(isCompared)) return { near: near.groups, callbacks, partnered };
  const blocks = new AllBodies(all, files);
  const sets = readGramSets(all, blocks, limits);
  const isCallback = ({ file, declaration }: CrossSet) => declaration >= (files[file]?.declarations.length ?? 0);
  const found = groupAcross(all, sets, { near: near.groups, callbacks }, isCallback);
  const bodyOf = ({ file, body }: CrossSet) => [blocks.of(file), rangeOf(blocks.of(file), body)] as const;
  const added = found.added.map(({ leader, members }) => ({ members, fingerprint: fingerprintOf(...bodyOf(leader)) }));
  if (wantsPartners) {
    const hashOf = (it: CrossSet) => rangeHash(...bodyOf(it));
    for (const it of found.joined) {
      const { file, declaration } = it;
      if (!isCallback(it)) partnered.declarations.push({ file, declaration, body: hashOf(it) });
      else {
        const callback = declaration - (files[file]?.declarations.length ?? 0);
        partnered.callbacks.push({ file, callback, body: hashOf(it) });
      }
    }
    partnered.declarations.sort((a, b) => a.file - b.file || a.declaration - b.declaration);
    partnered.callbacks.sort((a, b) => a.file - b.file || a.callback - b.callback);
  }
  return { near: found.near, callbacks: [...found.callbacks, ...added], partnered };
}

function withNumbers(
  { members, fingerprint }: CallbackGroups['groups'][number],
  files: readonly ComparedFile[],
): NearGroup {
  const first = (file: number) => files[file]?.declarations.length ?? 0;
  return {
    members: members.map((it) => ({ ...it, declaration: it.declaration + first(it.file) })),
    fingerprint,
  };
}

/** With its callbacks after its declarations. */
function withCallbacks(file: ComparedFile): ComparedFile {
  const { nodes, startByte, endByte } = decodeCallbacks(file.elements);
  const callbacks = Array.from(nodes, (its, at) => {
    return { nodes: its, within: -1, start_byte: startByte[at] ?? 0, end_byte: endByte[at] ?? 0 };
  });
  return { size: file.size, declarations: [...file.declarations, ...callbacks], elements: file.elements };
}

/** Blocks whose bodies are those of declarations, then those of callbacks. */
class AllBodies extends ElementBlocks {
  readonly #files: readonly ComparedFile[];
  #last: { file: number; block: ElementBlock } | undefined;

  /** @param files without callbacks */
  constructor(all: readonly ComparedFile[], files: readonly ComparedFile[]) {
    super(all);
    this.#files = files;
  }

  override of(file: number): ElementBlock {
    if (this.#last?.file === file) return this.#last.block;
    const block = super.of(file);
    const { openings, opening, closings, callbacks, bodies } = block;
    const declarations = this.#files[file]?.declarations.length ?? 0;
    const joined = (one: Uint32Array, other: Uint32Array) => Uint32Array.from([...one, ...other]);
    const numbers = Uint32Array.from(callbacks.first, (_, at) => declarations + at);
    const all = {
      declaration: joined(bodies.declaration, numbers),
      first: joined(bodies.first, callbacks.first),
      count: joined(bodies.count, callbacks.count),
      lastClosings: joined(bodies.lastClosings, callbacks.lastClosings),
    };
    const own = {
      ...{ openings, opening, closings, callbacks, bodies: all },
      get units() {
        return block.units;
      },
    };
    this.#last = { file, block: own };
    return own;
  }
}
