import { AnalyzerError } from '@analyzer/contracts';
import type { CacheReport } from '#parse/cache/report.ts';
import type { ProjectFrame } from '#parse/engine.ts';
import type { ScanEvent } from '#scan/model.ts';
import { FrameFailure, type ProgressFrame, scanEvent, untilFailure } from '#scan/project-frames.ts';
import { pause } from '#tree/pause.ts';
import { packMoved } from '../calls/call-block.ts';
import { ROWS } from '../generated/rows.ts';
import type { Parameter } from '../sqlite/driver.ts';
import type { Statements } from '../sqlite/statements.ts';
import { CALL_BLOCK_LEVEL } from './call-writer.ts';
import type { Dictionaries } from './dictionaries.ts';
import type { FactStaging } from './fact-staging.ts';
import { type IdOwner, idOwner } from './id-columns.ts';
import { Table } from './table.ts';

/**
 * Frames of an engine that scans a complete project, in this order: progress, with blocks of files between;
 * rows of tables, which refer to strings and to blocks of files by number; the end. `native/analyzer-rs/src/index`
 * writes them.
 */
type IndexFrame =
  | ProgressFrame
  /** A file exceeded a limit of the engine, which restarts without it: all frames so far are void. */
  | { restarted: true }
  /** The frame's body is a block of token records, or an element block. */
  | { tokens: number }
  | { elements: number }
  /** Row by row as in `languages/index-rows.json`; a cell of bytes is its length in the frame's body. */
  | { table: string; cells: Parameter[] }
  | { done: WholeProject & { cache: CacheReport | null } };

/** Data of a project whose rows were written. */
export interface WholeProject {
  /** Of its scan, 64 hex digits. */
  snapshot_id: string;
  last_node: number;
  /** Including cycles of imports that do not run at load. */
  cycles: number;
  /** Coverage: complete within the policy. */
  complete: boolean;
}

/** The first ids of a project, which its rows have. */
export interface StartIds {
  project: number;
  node: number;
  /** Of the projects before. */
  last_cycle: number;
}

export interface WholeProjectEvents {
  onScan(event: ScanEvent): void;
  onWriting(): void;
}

/** A project has a frame for each file: other work is handled between many small ones. */
const BYTES_BETWEEN_PAUSES = 64 * 1024;

/** Converts a cell to the value of the column; null stays null. */
type CellReader = (cell: number | string, bytes: Bytes) => Parameter;

interface Target {
  table: Table<string>;
  width: number;
  /** By index of their columns, in that order. */
  readers: [column: number, read: CellReader][];
}

/** Writes the rows of an engine that scans complete projects. */
export class WholeProjectWriter {
  readonly #statements: Statements;
  readonly #dictionaries: Dictionaries;
  readonly #staging: FactStaging;
  readonly #targets: ReadonlyMap<string, Target>;
  /** Ids in the index by the engine's numbers, of the current project. */
  #names: number[] = [];
  #languages: number[] = [];
  #tokenBlocks: number[] = [];
  #elementBlocks: number[] = [];
  /** Added to the ids in the rows. */
  #by = { project: 0, node: 0, cycle: 0 };

  constructor(statements: Statements, dictionaries: Dictionaries, staging: FactStaging) {
    this.#statements = statements;
    this.#dictionaries = dictionaries;
    this.#staging = staging;
    this.#targets = this.#makeTargets();
  }

  /**
   * @param by added to the ids of the frames
   * @returns undefined if the engine failed before its first row: then nothing was written
   * @throws AnalyzerError `cancelled`; `internal` if it fails later
   */
  async write(
    frames: AsyncIterable<ProjectFrame>,
    by: Readonly<Record<IdOwner, number>>,
    { onScan, onWriting }: WholeProjectEvents,
    signal?: AbortSignal,
  ): Promise<WholeProject | undefined> {
    [this.#names, this.#languages, this.#tokenBlocks, this.#elementBlocks] = [[], [], [], []];
    this.#by = by;
    let begun = false;
    let bytes = 0;
    for await (const frame of untilFailure(frames)) {
      if (frame instanceof FrameFailure || bytes === 0) await pause(signal);
      if (frame instanceof FrameFailure) {
        if (!begun) {
          frame.report(onScan);
          return undefined;
        }
        throw new AnalyzerError('internal', { problem: `the native engine ended within a project: ${frame.reason}` });
      }
      bytes += frame.body.length + frame.header.length;
      if (bytes >= BYTES_BETWEEN_PAUSES) bytes = 0;
      const message: IndexFrame = JSON.parse(frame.header);
      if ('table' in message) {
        if (!begun) onWriting();
        begun = true;
        this.#rows(message.table, message.cells, frame.body);
      } else if ('tokens' in message) this.#tokenBlocks[message.tokens] = this.#staging.tokens.add(frame.body);
      else if ('elements' in message) this.#elementBlocks[message.elements] = this.#staging.elements.add(frame.body);
      else if ('restarted' in message) [this.#tokenBlocks, this.#elementBlocks] = [[], []];
      else if ('done' in message) {
        const { cache, ...project } = message.done;
        if (cache !== null) onScan({ type: 'cache', report: cache });
        // Other writers of the same tables continue after these rows.
        this.#statements.finish();
        return { ...project, last_node: project.last_node + by.node };
      } else onScan(scanEvent(message));
    }
    throw new AnalyzerError('internal', { problem: 'the native engine did not finish a project' });
  }

  #rows(name: string, cells: Parameter[], body: Uint8Array): void {
    if (name === 'name' || name === 'language') {
      const [ids, dictionary] =
        name === 'name' ? [this.#names, this.#dictionaries.names] : [this.#languages, this.#dictionaries.languages];
      for (const cell of cells) ids.push(dictionary.id(String(cell)));
      return;
    }
    const target = this.#targets.get(name);
    if (target === undefined) throw new RangeError(`rows of an unknown table ${name}`);
    const { table, width, readers } = target;
    if (readers.length > 0) {
      const bytes = new Bytes(body);
      for (let row = 0; row < cells.length; row += width) {
        for (const [column, read] of readers) {
          const cell = cells[row + column];
          if (typeof cell === 'number' || typeof cell === 'string') cells[row + column] = read(cell, bytes);
        }
      }
    }
    table.insertCells(cells);
  }

  #makeTargets(): Map<string, Target> {
    const numbered =
      (ids: () => number[]): CellReader =>
      (cell) =>
        ids()[Number(cell)] ?? null;
    const readers: Partial<Record<string, CellReader>> = {
      bytes: (length, from) => from.take(Number(length)),
      element_block: numbered(() => this.#elementBlocks),
      language: numbered(() => this.#languages),
      name: numbered(() => this.#names),
      rule: (rule) => this.#dictionaries.rules.id(String(rule)),
      token_block: numbered(() => this.#tokenBlocks),
    };
    const moved =
      (owner: IdOwner): CellReader =>
      (id) =>
        Number(id) + this.#by[owner];
    const calls: CellReader = (length, from) => packMoved(from.take(Number(length)), this.#by.node, CALL_BLOCK_LEVEL);
    const { name: _, language: __, ...tables } = ROWS;
    return new Map(
      Object.entries(tables).map(([name, { columns, values }]): [string, Target] => {
        const its = name === 'call_block' ? { ...readers, bytes: calls } : readers;
        return [
          name,
          {
            table: new Table<string>(this.#statements, name, columns),
            width: columns.length,
            readers: values.flatMap((value, column): Target['readers'] => {
              const owner = idOwner(name, columns[column] ?? '');
              const read = owner === undefined ? its[value.replace('?', '')] : moved(owner);
              return read === undefined ? [] : [[column, read]];
            }),
          },
        ];
      }),
    );
  }
}

/** Reads the body of a frame from its start. */
class Bytes {
  readonly #body: Uint8Array;
  #at = 0;

  constructor(body: Uint8Array) {
    this.#body = body;
  }

  take(length: number): Uint8Array {
    const bytes = this.#body.subarray(this.#at, this.#at + length);
    this.#at += length;
    return bytes;
  }
}
