import type { MapMembers } from '@analyzer/contracts/pages/map';
import { codeOf, GROUP_KINDS, NODE_KINDS } from '#index/codes.ts';
import type { Snapshot } from '#index/port.ts';

const BODY = codeOf(GROUP_KINDS, 'function-body');
const FILE = codeOf(NODE_KINDS, 'file');

/** `body`: equal for identical functions; 0 for one without an identical copy. */
const MEMBERS = `
  SELECT
    its.name, its.start_line, its.end_line,
    coalesce((
      SELECT min(clone_group.id) FROM occurrence JOIN clone_group ON clone_group.id = occurrence.group_id
      WHERE occurrence.node_id = its.id AND clone_group.kind = ${BODY}
    ), 0) AS body
  FROM described_node AS its
  WHERE its.parent_id = ? AND its.id BETWEEN ? AND (SELECT last_node_id FROM file WHERE file.id = its.file_id)
    AND its.kind > ${FILE}
  ORDER BY its.id`;

interface Member {
  name: string;
  startLine: number;
  endLine: number;
  code: number;
}

/** The members of long classes, with numbers that are equal for equal code. */
export class LongMembers {
  readonly #classes = new Map<number, Member[]>();
  readonly #codes = new Map<string, number>();

  /**
   * @param declaration in the map
   * @param node in the index
   * @param text lines of the declaration
   * @param firstLine number of the first of these lines
   */
  add(snapshot: Snapshot, declaration: number, node: number, { text, firstLine }: { text: string; firstLine: number }) {
    const lines = text.split('\n');
    const members = snapshot.all(MEMBERS, [node, node + 1], (row) => {
      const [startLine, endLine] = [row.integer('start_line'), row.integer('end_line')];
      const body = row.integer('body');
      const own = lines.slice(startLine - firstLine, endLine - firstLine + 1);
      const code = body === 0 ? own.join('\n').replace(/\s+/g, ' ').trim() : `\0${body}`;
      return { name: row.text('name'), startLine, endLine, code: this.#codeOf(code) };
    });
    if (members.length > 0) this.#classes.set(declaration, members);
  }

  columns(): MapMembers {
    const classes = [...this.#classes].sort(([a], [b]) => a - b);
    return {
      declaration: classes.map(([declaration]) => declaration),
      name: classes.map(([, members]) => members.map(({ name }) => name)),
      start_line: classes.map(([, members]) => members.map(({ startLine }) => startLine)),
      end_line: classes.map(([, members]) => members.map(({ endLine }) => endLine)),
      code: classes.map(([, members]) => members.map(({ code }) => code)),
    };
  }

  #codeOf(code: string): number {
    const known = this.#codes.get(code);
    if (known !== undefined) return known;
    this.#codes.set(code, this.#codes.size);
    return this.#codes.size - 1;
  }
}
