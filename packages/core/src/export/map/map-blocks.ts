import { hex } from '#index/keys.ts';
import type { Snapshot } from '#index/port.ts';
import type { Quotation, Quote } from '#scan/quote.ts';
import { SHOWN_OCCURRENCES, type ShownGroup } from '../shown-groups.ts';

/** An occurrence of a block. */
export interface PickedBlock {
  /** Node id of the innermost declaration around it, or of its file. */
  node: number;
  /** Node id of its file. */
  file: number;
  startLine: number;
  endLine: number;
  startByte: number;
  endByte: number;
  /** Only of a callback: what it is passed or assigned to. */
  name?: string;
}

/** Lines of the declaration around a block, with the block. */
export interface Excerpt {
  firstLine: number;
  text: string;
}

const PICKED = `
  SELECT node_id, file_id, start_line, end_line, start_byte, end_byte, callback FROM (
    SELECT
      own.node_id, file_id, own.start_line, own.end_line, own.start_byte, own.end_byte, own.callback, seq,
      row_number() OVER (PARTITION BY project_id ORDER BY seq) AS turn
    FROM occurrence AS own JOIN node ON node.id = node_id
    WHERE group_id = ? AND own.start_line IS NOT NULL
  ) AS block
  ORDER BY turn, seq LIMIT ${SHOWN_OCCURRENCES}`;

/** The shown occurrences of a group of blocks, taken from the projects round-robin; none of other groups. */
export function pickBlocks(snapshot: Snapshot, { rank }: ShownGroup): PickedBlock[] {
  return snapshot.all(PICKED, [rank], (row) => {
    const name = row.optionalText('callback');
    return {
      node: row.integer('node_id'),
      file: row.integer('file_id'),
      startLine: row.integer('start_line'),
      endLine: row.integer('end_line'),
      startByte: row.integer('start_byte'),
      endByte: row.integer('end_byte'),
      ...(name === undefined ? {} : { name }),
    };
  });
}

/** Lines before and after a block that are quoted, if the declaration around it has them. */
const AROUND = 40;

/** Of a block outside of declarations, its file is around it. */
const LOCATION = `
  SELECT
    own.project, own.path, own.language, own.sha256,
    coalesce(own.start_line, 1) AS first_line, coalesce(own.end_line, file.lines) AS last_line
  FROM described_node AS own JOIN file ON file.id = own.file_id WHERE own.id = ?`;

/**
 * A block with the lines around it; only the block if the lines are too long, as in minified files.
 *
 * @param longest maximum of Unicode scalar values of the block
 */
export async function quoteBlock(
  snapshot: Snapshot,
  { node, startLine, endLine, startByte, endByte }: PickedBlock,
  quote: Quote,
  longest: number | undefined,
): Promise<Excerpt | Extract<Quotation, { missing: string }>> {
  const around = snapshot.first(LOCATION, [node], (row) => ({
    project: row.text('project'),
    path: row.text('path'),
    language: row.text('language'),
    sha256: hex(row.bytes('sha256')),
    firstLine: row.integer('first_line'),
    lastLine: row.integer('last_line'),
  }));
  if (around === undefined) return { missing: 'unreadable' };
  const { firstLine, lastLine, ...file } = around;
  const first = Math.max(firstLine, startLine - AROUND);
  const last = Math.max(endLine, Math.min(lastLine, endLine + AROUND));
  const lines = await quote({ ...file, startLine: first, endLine: last });
  if ('text' in lines) return { firstLine: first, text: lines.text };
  if (lines.missing !== 'size') return lines;
  const bytes = { start: startByte, end: endByte };
  const own = await quote({ ...file, startLine, endLine, bytes, ...(longest && { longest }) });
  return 'text' in own ? { firstLine: startLine, text: own.text } : own;
}
