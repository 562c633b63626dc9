import { pause } from '#tree/pause.ts';
import { CallBlockWriter } from '../calls/call-block.ts';
import { ROWS } from '../generated/rows.ts';
import type { FileCalls } from '../port.ts';
import type { Statements } from '../sqlite/statements.ts';
import { Table } from './table.ts';
import type { WrittenFile } from './written-file.ts';

/** All blocks of a project are read together; larger blocks save little, since deflate has a window of 32 KiB. */
const BLOCK_BYTES = 64 * 1024;
/** Level of deflate (RFC 1951): half the time of the usual 6, for 2 % more bytes. */
export const CALL_BLOCK_LEVEL = 4;
const FILES_BETWEEN_PAUSES = 50;

/** Writes all calls of projects, including calls without a target. */
export class CallWriter {
  readonly #blocks;

  constructor(statements: Statements) {
    this.#blocks = new Table(statements, 'call_block', ROWS.call_block.columns);
  }

  /**
   * @param declarations nodes by the id that calls refer to
   * @throws AnalyzerError `cancelled`
   */
  async write(
    files: readonly WrittenFile[],
    declarations: ReadonlyMap<string, number>,
    signal?: AbortSignal,
  ): Promise<void> {
    let block = new CallBlockWriter();
    const finish = (): void => {
      if (block.size > 0) this.#blocks.insert({ first_file_id: block.first, data: block.finish(CALL_BLOCK_LEVEL) });
      block = new CallBlockWriter();
    };
    for (const [index, file] of files.entries()) {
      const calls = callsOf(file, declarations);
      if (calls !== undefined) block.add(calls);
      if (block.size >= BLOCK_BYTES) finish();
      if (index % FILES_BETWEEN_PAUSES === 0) await pause(signal);
    }
    finish();
  }
}

function callsOf({ id, entry, relations }: WrittenFile, nodes: ReadonlyMap<string, number>): FileCalls | undefined {
  const calls = entry.facts?.calls;
  if (calls === undefined || relations === undefined || calls.callee.length === 0) return undefined;
  const { callee, line, within } = calls;
  const { state, via, reason } = relations.calls;
  const candidates = relations.calls.candidates.map((ids) => ids.flatMap((it) => nodes.get(it) ?? []));
  return { file: id, callee, line, within, state, via, candidates, reason };
}
