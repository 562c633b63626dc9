import { type Dialect, POSITIONS } from './dialect.ts';
import type { Part } from './parts.ts';

const GROUP = 'kind, fingerprint';
const DIGITS = 'lower(hex(fingerprint))';

/** Paths of tables. */
export interface Tables {
  /** `functions.parquet` of each export. */
  functions: readonly string[];
  /** Folders. */
  groups: string;
  members: string;
}

/**
 * All functions of a part that share a kind and a fingerprint with another one, with the first of them by position.
 *
 * Projects are counted by grouping twice: `count(DISTINCT …)` keeps a set for each group, which is most of the memory.
 *
 * @param kinds of groups
 */
export function groupsQuery(dialect: Dialect, { functions }: Tables, kinds: readonly string[], range: Part): string {
  const id = dialect.sha256(`concat(kind, ${dialect.char(0)}, ${DIGITS})`);
  const zero = dialect.char(0);
  // A string that is ordered as the position: no name has a zero byte. Engines are slow with the least of several columns.
  const position = `concat(project, ${zero}, path, ${zero}, ${dialect.padded('start_byte')})`;
  const part = (number: number) => dialect.part('first_position', zero, number);
  return `
    SELECT ${GROUP}, concat('g_', substr(${id}, 1, 20)) AS group_id, occurrences, projects,
      most_nodes AS nodes, all_nodes - most_nodes AS score,
      ${part(1)} AS project, ${part(2)} AS path, CAST(${part(3)} AS BIGINT) AS start_byte
    FROM (
      SELECT
        ${GROUP}, CAST(sum(of_project) AS BIGINT) AS occurrences, CAST(count(*) AS BIGINT) AS projects,
        max(project_most) AS most_nodes, CAST(sum(project_nodes) AS BIGINT) AS all_nodes,
        min(project_first) AS first_position
      FROM (
        SELECT
          ${GROUP}, project, count(*) AS of_project, max(nodes) AS project_most, sum(nodes) AS project_nodes,
          min(${position}) AS project_first
        FROM (${functionsOf(dialect, functions, range, ['kind', 'fingerprint', 'nodes', ...POSITIONS])}) AS functions
        WHERE kind IN (${kinds.map((kind) => `'${kind}'`).join(', ')})
        GROUP BY ${GROUP}, project
      ) AS by_project
      GROUP BY ${GROUP} HAVING sum(of_project) > 1
    ) AS grouped`;
}

/** The occurrences of the groups of a part. */
export function membersQuery(dialect: Dialect, { functions, groups }: Tables, part: Part): string {
  const columns = ['kind', 'fingerprint', ...POSITIONS, ...OTHERS];
  return `
    SELECT
      found.kind AS kind, found.fingerprint AS fingerprint, group_id, functions.project AS project,
      functions.path AS path, functions.start_byte AS start_byte,
      ${OTHERS.map((name) => `functions.${name} AS ${name}`).join(', ')}, CAST(0 AS INT) AS similarity
    FROM (${functionsOf(dialect, functions, part, columns)}) AS functions
    JOIN (SELECT kind, fingerprint, group_id FROM ${dialect.read(groups)} AS written) AS found
    ON found.kind = functions.kind AND found.fingerprint = functions.fingerprint`;
}

/** Columns of an occurrence besides its group and position. */
const OTHERS = ['end_byte', 'start_line', 'end_line', 'nodes', 'name', 'language', 'classes'];

/** For each range with lines: its two hex digits, the number of lines and the eight sums of words (docs/specifications/root.md). */
export function sumsQuery(dialect: Dialect, { groups, members }: Pick<Tables, 'groups' | 'members'>): string {
  const tab = dialect.char(TAB);
  const line = (fields: readonly string[]) => `concat(${fields.join(`, ${tab}, `)}, ${dialect.char(LF)})`;
  const texts = (names: readonly string[]) => names.map((name) => dialect.text(name));
  const names = ['project', 'path'].map((name) => escaped(dialect, name));
  const start = ['kind', DIGITS, 'group_id'];
  const ofGroup = line(["'g'", ...start, ...texts(['occurrences', 'projects']), ...names, ...texts(['start_byte'])]);
  const ofMember = line(["'m'", ...start, ...names, ...texts(['start_byte', 'end_byte']), "''"]);
  const words = Array.from({ length: 8 }, (_, at) => {
    return `${dialect.text(`sum(${dialect.word(`substr(digest, ${8 * at + 1}, 8)`)})`)} AS s${at}`;
  });
  return `
    SELECT first_byte, ${dialect.text('count(*)')} AS line_count, ${words.join(', ')}
    FROM (
      SELECT substr(${DIGITS}, 1, 2) AS first_byte, ${dialect.sha256(ofGroup)} AS digest FROM ${dialect.read(groups)} AS found
      UNION ALL
      SELECT substr(${DIGITS}, 1, 2) AS first_byte, ${dialect.sha256(ofMember)} AS digest FROM ${dialect.read(members)} AS found
    ) AS hashed
    GROUP BY first_byte ORDER BY first_byte`;
}

const [TAB, LF, BACKSLASH] = [9, 10, 92];

/** Escapes of canonical lines. A backslash has another meaning in strings of each engine, so there is none. */
function escaped(dialect: Dialect, name: string): string {
  const backslash = dialect.char(BACKSLASH);
  const replaced = (text: string, code: number, by: string) => {
    return `replace(${text}, ${dialect.char(code)}, concat(${backslash}, ${by}))`;
  };
  return replaced(replaced(replaced(name, BACKSLASH, backslash), TAB, "'t'"), LF, "'n'");
}

/** Some columns of the functions of a part, of all exports. */
function functionsOf(
  dialect: Dialect,
  files: readonly string[],
  { first, last }: Part,
  columns: readonly string[],
): string {
  const where = `WHERE hash_range BETWEEN ${first} AND ${last}`;
  return files
    .map((path) => `SELECT ${columns.join(', ')} FROM ${dialect.read(path)} AS export ${where}`)
    .join(' UNION ALL ');
}
