import { AnalyzerError } from '@analyzer/contracts';
import type { Row } from '../port.ts';
import { type OpenedIndex, openToRead } from '../sqlite/open-index.ts';
import { Statements } from '../sqlite/statements.ts';

/** Nodes of a project, `first` … `last`. */
export interface NodeRange {
  first: number;
  last: number;
}

/** Nodes of an unchanged project in the earlier index, and what is added to them in the new one. */
interface Moved extends NodeRange {
  by: number;
}

const PROJECTS = `
  SELECT node_id, last_node_id, json_array(label, snapshot_id, options, root) AS content
  FROM project LEFT JOIN local_root ON project_id = project.id
  ORDER BY project.id`;

/**
 * The rows of an earlier index, of which the new one takes over those that depend on one project only, if that has not
 * changed. The earlier index was written by the same program with the same engine.
 */
export class EarlierRows {
  /** The nodes of the new index that are not in the earlier one, ascending. */
  readonly added: readonly NodeRange[];
  readonly #opened: OpenedIndex | undefined;
  readonly #statements: Statements | undefined;
  /** By node. Projects have the same order in both indexes. */
  readonly #moved: readonly Moved[];
  /** Index of the last range that was searched. */
  #at = 0;

  private constructor(projects: readonly IndexedProject[], opened: OpenedIndex | undefined) {
    this.#opened = opened;
    this.#statements = opened && new Statements(opened.database);
    const earlier = new Map(this.#statements?.all(PROJECTS, [], indexedProject).map((it) => [it.content, it]));
    const added: NodeRange[] = [];
    const moved: Moved[] = [];
    for (const { first, last, content } of projects) {
      const its = earlier.get(content);
      if (its === undefined || its.last - its.first !== last - first) added.push({ first, last });
      else moved.push({ first: its.first, last: its.last, by: first - its.first });
    }
    this.added = added;
    this.#moved = moved;
  }

  /**
   * @param path of the earlier index; without one, and of an index that is damaged or of another version, no row is taken over
   * @param statements of the new index, which has all projects
   * @throws AnalyzerError `cancelled`
   */
  static async open(path: string | undefined, statements: Statements, signal?: AbortSignal): Promise<EarlierRows> {
    const projects = statements.all(PROJECTS, [], indexedProject);
    return new EarlierRows(projects, path === undefined ? undefined : await openUnlessDamaged(path, signal));
  }

  /** Rows of the earlier index; none without one. */
  all<T>(sql: string, parameters: readonly number[], read: (row: Row) => T): T[] {
    return this.#statements?.all(sql, parameters, read) ?? [];
  }

  /** @returns the node in the new index of one in the earlier index; 0 if its project changed */
  nodeOf(earlier: number): number {
    const known = this.#moved[this.#at];
    if (known !== undefined && known.first <= earlier && earlier <= known.last) return earlier + known.by;
    let [low, high] = [0, this.#moved.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#moved[middle]?.last ?? 0) < earlier) low = middle + 1;
      else high = middle;
    }
    this.#at = low;
    const found = this.#moved[low];
    return found === undefined || found.first > earlier ? 0 : earlier + found.by;
  }

  /** @returns the nodes in the earlier index of the project that has a node of the new one; undefined if it changed */
  earlierRange(node: number): NodeRange | undefined {
    return this.#moved.find(({ first, last, by }) => first + by <= node && node <= last + by);
  }

  close(): void {
    this.#opened?.database.close();
    this.#opened?.file.close();
  }
}

interface IndexedProject extends NodeRange {
  /** Digest and options of its scan, and the folder of its files, as JSON. */
  content: string;
}

function indexedProject(row: Row): IndexedProject {
  return { first: row.integer('node_id'), last: row.integer('last_node_id'), content: row.text('content') };
}

async function openUnlessDamaged(path: string, signal?: AbortSignal): Promise<OpenedIndex | undefined> {
  try {
    return await openToRead(path, { signal });
  } catch (error) {
    if (error instanceof AnalyzerError && error.code !== 'cancelled') return undefined;
    throw error;
  }
}
