import { type Dialect, POSITIONS } from './dialect.ts';

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
 * All functions that share a kind and a fingerprint with another one, with the first of them by position.
 *
 * @param kinds of groups
 */
export function groupsQuery(dialect: Dialect, { functions }: Tables, kinds: readonly string[]): string {
  const id = dialect.sha256(`concat(kind, ${dialect.char(0)}, ${DIGITS})`);
  const first = POSITIONS.map((name) => `${dialect.column('first_position', name)} AS ${name}`).join(', ');
  return `
    SELECT ${GROUP}, concat('g_', substr(${id}, 1, 20)) AS group_id, occurrences, projects,
      most_nodes AS nodes, all_nodes - most_nodes AS score, ${first}
    FROM (
      SELECT
        ${GROUP}, count(*) AS occurrences, count(DISTINCT project) AS projects,
        max(nodes) AS most_nodes, sum(nodes) AS all_nodes, ${dialect.least(POSITIONS)} AS first_position
      FROM (${all(dialect, functions)}) AS functions
      WHERE kind IN (${kinds.map((kind) => `'${kind}'`).join(', ')})
      GROUP BY ${GROUP} HAVING count(*) > 1
    ) AS grouped`;
}

/** The occurrences of the groups. */
export function membersQuery(dialect: Dialect, { functions, groups }: Tables): string {
  return `
    SELECT
      found.kind AS kind, found.fingerprint AS fingerprint, group_id, functions.project AS project,
      functions.path AS path, functions.start_byte AS start_byte, end_byte, start_line, end_line,
      functions.nodes AS nodes, name, language, classes
    FROM (${all(dialect, functions)}) AS functions
    JOIN ${dialect.read(groups)} AS found
    ON found.kind = functions.kind AND found.fingerprint = functions.fingerprint`;
}

/** For each range with lines: its two hex digits, the number of lines and the eight sums of words (docs/scale.md). */
export function sumsQuery(dialect: Dialect, { groups, members }: Tables): string {
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

function all(dialect: Dialect, files: readonly string[]): string {
  return files.map((path) => `SELECT * FROM ${dialect.read(path)}`).join(' UNION ALL ');
}
