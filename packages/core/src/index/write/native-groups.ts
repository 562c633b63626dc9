import type { Engine, ProjectFrame } from '#parse/engine.ts';
import type { BlockGroup } from '#relate/copies/block-groups.ts';
import type { ComparedDeclaration } from '#relate/copies/compared-file.ts';
import type { NearGroup } from '#relate/copies/near-groups.ts';
import type { LeftOutRuns } from '#relate/copies/run-choice.ts';
import { FrameFailure, untilFailure } from '#scan/project-frames.ts';
import { pause } from '#tree/pause.ts';
import type { Statements } from '../sqlite/statements.ts';
import { type BlockFile, readDeclarationsOf } from './compared-files.ts';
import type { PostingWriter } from './similar-writer.ts';
import type { WantedGroups } from './wanted-groups.ts';

/** Groups of similar declarations, also of those that are a group of an exact kind, and of blocks. */
export interface FoundGroups {
  near: NearGroup[];
  /** Led by a callback. A callback has its number after those of declarations. */
  callbacks: NearGroup[];
  blocks: BlockGroup[];
  leftOut: LeftOutRuns;
}

/** `native/analyzer-rs/src/index/copies.rs` writes them. */
type GroupsFrame =
  | { near: NearRow[] }
  | { callbacks: NearRow[] }
  | { blocks: (Pick<BlockGroup, 'kind' | 'nodes' | 'fingerprint'> & { occurrences: OccurrenceRow[] })[] }
  | { runs_left_out: { occurrences: number; files: number[] } }
  | { posted: number }
  | { done: true };

interface NearRow {
  fingerprint: string;
  members: [file: number, declaration: number, similarity: number][];
}

type OccurrenceRow = [file: number, startLine: number, endLine: number, startByte: number, endByte: number];

/**
 * Lets an engine find the copies in all files of an index, and the posted 5-grams of their declarations.
 *
 * @param postings gets them; discards them if the engine fails
 * @returns undefined if the engine cannot do it, or if it fails
 * @throws AnalyzerError `cancelled`
 */
export async function findNativeGroups(
  statements: Statements,
  files: readonly BlockFile[],
  { kinds, limits }: WantedGroups,
  postings: PostingWriter,
  { wholeProject }: Engine,
  signal: AbortSignal | undefined,
): Promise<FoundGroups | undefined> {
  if (wholeProject === undefined) return undefined;
  const { nearNodes: near_nodes, blockNodes: block_nodes, shapeNodes: shape_nodes, grams } = limits;
  const posted = postings.rangesOf(files);
  const request = { kinds, limits: { near_nodes, block_nodes, shape_nodes, grams }, posted };
  const found: FoundGroups = { near: [], callbacks: [], blocks: [], leftOut: { occurrences: 0, files: new Set() } };
  for await (const frame of untilFailure(wholeProject('copies', request, signal, framesOf(statements, files)))) {
    await pause(signal);
    if (frame instanceof FrameFailure) break;
    const message: GroupsFrame = JSON.parse(frame.header);
    if ('done' in message) {
      if (kinds.includes('near')) postings.complete();
      return found;
    }
    if ('posted' in message) postings.add(files, message.posted, frame.body);
    else if ('near' in message) found.near.push(...message.near.map(nearGroup));
    else if ('callbacks' in message) found.callbacks.push(...message.callbacks.map(nearGroup));
    else if ('blocks' in message) found.blocks.push(...message.blocks.map(blockGroup));
    else if ('runs_left_out' in message) {
      const { occurrences, files: full } = message.runs_left_out;
      found.leftOut = { occurrences, files: new Set(full) };
    }
  }
  postings.discard();
  return undefined;
}

function nearGroup({ fingerprint, members }: NearRow): NearGroup {
  return {
    fingerprint,
    members: members.map(([file, declaration, similarity]) => ({ file, declaration, similarity })),
  };
}

function blockGroup({
  occurrences,
  ...group
}: Omit<BlockGroup, 'occurrences'> & { occurrences: OccurrenceRow[] }): BlockGroup {
  const ranges = occurrences.map(([file, startLine, endLine, startByte, endByte]) => {
    return { file, startLine, endLine, startByte, endByte };
  });
  return { ...group, occurrences: ranges };
}

/** Bytes of element blocks in a frame. */
const FRAME_BYTES = 1024 * 1024;

/** Declarations are read for each frame, so that only those of one are in memory. */
function* framesOf(statements: Statements, files: readonly BlockFile[]): Generator<ProjectFrame> {
  let [open, size]: [BlockFile[], number] = [[], 0];
  for (const file of files) {
    open.push(file);
    size += file.size;
    if (size < FRAME_BYTES) continue;
    yield frameOf(open, readDeclarationsOf(statements, open));
    [open, size] = [[], 0];
  }
  if (open.length > 0) yield frameOf(open, readDeclarationsOf(statements, open));
}

/** Bytes of a declaration. */
const ROW = 16;

/** The body has the declarations of all files, then their element blocks. */
function frameOf(
  files: readonly BlockFile[],
  declarationsOf: ReadonlyMap<number, readonly ComparedDeclaration[]>,
): ProjectFrame {
  const lists = files.map(({ node }) => declarationsOf.get(node) ?? []);
  const declarations = lists.flat();
  const rows = Buffer.allocUnsafe(declarations.length * ROW);
  for (const [at, { nodes, within, start_byte, end_byte }] of declarations.entries()) {
    rows.writeUInt32LE(nodes, at * ROW);
    rows.writeInt32LE(Math.max(within, -1), at * ROW + 4);
    rows.writeUInt32LE(start_byte, at * ROW + 8);
    rows.writeUInt32LE(end_byte, at * ROW + 12);
  }
  const sizes = files.map(({ size }, at) => [lists[at]?.length ?? 0, size]);
  const body = Buffer.concat([rows, ...files.map(({ elements }) => elements)]);
  return { header: JSON.stringify({ files: sizes }), body };
}
