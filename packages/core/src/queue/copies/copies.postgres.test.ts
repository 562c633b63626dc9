import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import type { PartFunction } from '#index/part/part-functions.ts';
import { comparePositions, groupLine, memberLine } from '#index/root/canonical-line.ts';
import { merkleRoot } from '#index/root/merkle-root.ts';
import { RangeSums } from '#index/root/range-sums.ts';
import { Connection } from '#postgres/connect.ts';
import { migrate } from '#postgres/migrations/migrate.ts';
import { sharedPostgres, WITHOUT_POSTGRES } from '#postgres/postgres-fixture.ts';
import { groupId } from '#relate/groups/group-id.ts';
import { inputSize } from '../../../../../tools/tests/searches.ts';
import { KINDS } from './project-functions.ts';
import { readCopies } from './read-copies.ts';
import { removeFunctions, replaceStaged, stageFunctions } from './replace-project.ts';
import { verifyCopies } from './verify-copies.ts';

interface Project {
  kinds: (typeof KINDS)[number][];
  functions: PartFunction[];
}

/** A project is added, changed, or removed if it is undefined. */
interface Change {
  label: string;
  project: Project | undefined;
}

const FUNCTION: fc.Arbitrary<PartFunction> = fc
  .record({
    kind: fc.constantFrom(...KINDS),
    key: fc.integer({ min: 0, max: 5 }),
    path: fc.constantFrom(
      'a.ts',
      'b/é.ts',
      'B.ts',
      'tab\t\\n\n.ts',
      '\u{1F600}.ts',
      '\u{FF61}.ts',
      'last\u{10FFFF}.ts',
    ),
    // Few values, so that projects have equal functions in their next state, and also twice.
    startByte: fc.integer({ min: 0, max: 1 }),
  })
  .map(({ key, startByte, ...its }) => ({
    ...{ ...its, startByte, endByte: startByte + 30, startLine: startByte + 1, endLine: startByte + 4 },
    ...{ nodes: 12 + key, name: `f${key}`, fingerprint: `${key % 2}${key}`.repeat(32) },
  }));
const PROJECT: fc.Arbitrary<Project> = fc.record({
  kinds: fc.constantFrom<Project['kinds']>([...KINDS], [...KINDS], ['function-body'], []),
  functions: fc
    .tuple(fc.array(FUNCTION, { maxLength: 12 }), fc.nat(3))
    .map(([its, twice]) => [...its, ...its.slice(0, twice)]),
});
const changes = (labels: string[]): fc.Arbitrary<Change[]> =>
  fc.array(fc.record({ label: fc.constantFrom(...labels), project: fc.option(PROJECT, { nil: undefined }) }), {
    maxLength: 8,
  });

/** The root of all groups, from the definition in docs/specifications/root.md. */
function rootOf(projects: ReadonlyMap<string, Project>): string {
  const kinds = new Set([...projects.values()].flatMap((project) => project.kinds));
  const all = [...projects].flatMap(([project, { functions }]) => functions.map((its) => ({ ...its, project })));
  const sums = new RangeSums();
  const groups = new Map<string, typeof all>();
  for (const its of all) {
    const key = `${its.kind} ${its.fingerprint}`;
    groups.set(key, [...(groups.get(key) ?? []), its]);
  }
  for (const group of groups.values()) {
    const [first] = group.sort(comparePositions);
    if (first === undefined || group.length === 1 || !kinds.has(first.kind)) continue;
    const { kind, fingerprint } = first;
    const header = { kind, fingerprint, id: groupId(kind, fingerprint) };
    for (const its of group) sums.add(fingerprint, memberLine(header, { ...its, similarity: undefined }));
    const counts = { occurrences: group.length, projects: new Set(group.map(({ project }) => project)).size };
    sums.add(fingerprint, groupLine(header, counts, first));
  }
  return merkleRoot(sums.ranges());
}

describe.skipIf(WITHOUT_POSTGRES !== undefined)('groups of a queue', () => {
  const server = sharedPostgres();
  let url: string;
  beforeEach(async () => {
    url = await server.database();
  });

  const open = async () => {
    const connection = await Connection.open(url);
    await migrate(connection);
    return connection;
  };
  const replace = async (connection: Connection, label: string, { kinds, functions }: Project) => {
    await stageFunctions(connection, functions);
    await replaceStaged(connection, { label, partKey: 'key' }, { versions: '', kinds });
  };
  const apply = (connection: Connection, { label, project }: Change) =>
    connection.transaction(() =>
      project === undefined ? removeFunctions(connection, label) : replace(connection, label, project),
    );
  const remember = (projects: Map<string, Project>, { label, project }: Change) =>
    project === undefined ? projects.delete(label) : projects.set(label, project);
  const removeAll = async (connection: Connection) => {
    const rows = await connection.query<{ label: string }>('SELECT label FROM analyzer.copies_project');
    for (const { label } of rows) await apply(connection, { label, project: undefined });
  };

  test('have after each change the root of all groups', async () => {
    const connection = await open();
    await fc.assert(
      fc.asyncProperty(changes(['a', 'B', 'ü', 'z']), async (all) => {
        const projects = new Map<string, Project>();
        for (const change of all) {
          await apply(connection, change);
          remember(projects, change);
          const verified = await verifyCopies(connection);
          const root = rootOf(projects);
          expect(verified).toMatchObject({ root, computed: root, ranges: [] });
        }
        await removeAll(connection);
        expect(await verifyCopies(connection)).toMatchObject({ root: rootOf(new Map()), functions: 0, ranges: [] });
      }),
      { numRuns: inputSize({ quick: 4, deep: 16 }) },
    );
    await connection.close();
  }, 120_000);

  test('that two programs change at once have the root of all groups', async () => {
    const [one, other] = [await open(), await open()];
    await fc.assert(
      fc.asyncProperty(changes(['a', 'm']), changes(['b', 'z']), async (first, second) => {
        const projects = new Map<string, Project>();
        const run = async (connection: Connection, all: readonly Change[]) => {
          for (const change of all) {
            await apply(connection, change);
            remember(projects, change);
          }
        };
        await Promise.all([run(one, first), run(other, second)]);
        expect(await verifyCopies(one)).toMatchObject({ root: rootOf(projects), ranges: [] });
        await removeAll(one);
      }),
      { numRuns: inputSize({ quick: 3, deep: 10 }) },
    );
    await Promise.all([one.close(), other.close()]);
  }, 120_000);

  const functionOf = (key: number, path: string): PartFunction => ({
    ...{ kind: 'function-body', fingerprint: `0${key}`.repeat(32), path, startByte: 1, endByte: 9 },
    ...{ startLine: 1, endLine: 2, nodes: 20, name: 'f' },
  });
  const project = (...functions: PartFunction[]): Project => ({ kinds: [...KINDS], functions });

  test('are as before a transaction that was killed, at each of its statements', async () => {
    const connection = await open();
    const before = project(functionOf(1, 'a'), functionOf(2, 'b'));
    await apply(connection, { label: 'p', project: before });
    await apply(connection, { label: 'q', project: before });
    const root = rootOf(
      new Map([
        ['p', before],
        ['q', before],
      ]),
    );
    const after = project(functionOf(1, 'a'), functionOf(3, 'c'));
    const statements = await statementsOf(after);
    for (let killedAt = 1; killedAt <= statements; killedAt++) {
      const victim = await open();
      const [own] = await victim.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      const query = victim.query.bind(victim);
      let run = 0;
      victim.query = async (sql, parameters) => {
        if (++run === killedAt) await connection.query('SELECT pg_terminate_backend($1, 5000)', [own?.pid ?? 0]);
        return query(sql, parameters);
      };
      const killed = apply(victim, { label: 'p', project: after });
      await expect(killed).rejects.toMatchObject({ code: 'unavailable' });
      await victim.close();
      expect(await verifyCopies(connection)).toMatchObject({ root, computed: root, ranges: [] });
    }
    expect(statements).toBeGreaterThan(15);
    await connection.close();
  }, 60_000);

  /** Of a change that is undone, with ROLLBACK instead of COMMIT. */
  async function statementsOf(after: Project): Promise<number> {
    const connection = await open();
    const query = connection.query.bind(connection);
    let run = 0;
    connection.query = (sql, parameters) => {
      run++;
      return query(sql, parameters);
    };
    const undone = connection.transaction(async () => {
      await replace(connection, 'p', after);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await connection.close();
    return run;
  }

  describe('that change while they are read', () => {
    const states = [1, 2].map((key) =>
      project(...Array.from({ length: 40 }, (_, at) => functionOf(key + (at % 3), `${at}.ts`))),
    );
    /** Reads while a project changes; counts reads whose rows do not have the stored root. */
    const tornReads = async (change: (connection: Connection, its: Project) => Promise<void>, rounds: number) => {
      const [writer, reader] = [await open(), await open()];
      const [first] = states;
      if (first === undefined) throw new Error('no state');
      await apply(writer, { label: 'other', project: first });
      const counts = { reads: 0, torn: 0 };
      let isOver = false;
      const writing = (async () => {
        for (let round = 0; round < rounds; round++) await change(writer, states[round % 2] ?? first);
        isOver = true;
      })();
      while (!isOver) {
        const { root, computed, ranges } = await verifyCopies(reader);
        counts.reads++;
        counts.torn += Number(root !== computed || ranges.length > 0);
      }
      await writing;
      await Promise.all([writer.close(), reader.close()]);
      return counts;
    };

    test('are read as one state', async () => {
      const change = (connection: Connection, its: Project) => apply(connection, { label: 'p', project: its });
      const { reads, torn } = await tornReads(change, 50);
      expect(reads).toBeGreaterThan(10);
      expect(torn).toBe(0);
    }, 60_000);

    test('would be read as parts of states without the transaction', async () => {
      const change = async (connection: Connection, its: Project) => {
        // Statements of a session find their temporary tables, but each is a transaction.
        const query = connection.query.bind(connection);
        connection.query = (sql, parameters) => query(sql.replaceAll('ON COMMIT DROP', ''), parameters);
        await query('DROP TABLE IF EXISTS pg_temp.copies_incoming, pg_temp.copies_change, pg_temp.copies_touched');
        await withoutCursors(connection, () => replace(connection, 'p', its));
        connection.query = query;
      };
      expect((await tornReads(change, 50)).torn).toBeGreaterThan(0);
    }, 60_000);

    /** A cursor needs a transaction, or must be held. */
    async function withoutCursors(connection: Connection, work: () => Promise<void>): Promise<void> {
      const query = connection.query.bind(connection);
      connection.query = (sql, parameters) => query(sql.replace('CURSOR FOR', 'CURSOR WITH HOLD FOR'), parameters);
      await work();
      connection.query = query;
    }
  });

  test('are listed with the functions of other projects first', async () => {
    const connection = await open();
    await apply(connection, {
      label: 'api',
      project: project(functionOf(1, 'x'), functionOf(2, 'y'), functionOf(4, 'own'), functionOf(4, 'own2')),
    });
    await apply(connection, {
      label: 'web',
      project: project(...Array.from({ length: 8 }, (_, at) => functionOf(1, `w${at}`)), functionOf(3, 'z')),
    });
    const copies = await readCopies(connection, 'api', 10);
    expect(copies).toMatchObject({
      project: 'api',
      state: 2,
      total: 1,
      missing: 0,
      groups: [{ occurrences: 9, projects: 2 }],
    });
    expect(copies.groups[0]?.positions.map((its) => `${its.project} ${its.path}`)).toEqual([
      ...['web w0', 'web w1', 'web w2', 'web w3', 'web w4', 'api x'],
    ]);
    await expect(readCopies(connection, 'none', 10)).rejects.toMatchObject({ code: 'not_found' });
    await connection.close();
  });

  test('of renamed functions are not listed if a group of identical functions has all of them', async () => {
    const connection = await open();
    const both = (path: string, body: number, shape: number): PartFunction[] => [
      functionOf(body, path),
      { ...functionOf(shape, path), kind: 'function-shape' },
    ];
    await apply(connection, { label: 'a', project: project(...both('same', 1, 2), ...both('renamed', 3, 4)) });
    await apply(connection, { label: 'b', project: project(...both('same', 1, 2), ...both('renamed', 5, 4)) });
    const { groups, total } = await readCopies(connection, 'a', 10);
    expect([total, groups.map(({ kind, positions }) => [kind, positions[0]?.path])]).toEqual([
      2,
      [
        ['function-body', 'same'],
        ['function-shape', 'renamed'],
      ],
    ]);
    await connection.close();
  });

  test('that were damaged are found', async () => {
    const connection = await open();
    for (const label of ['a', 'b']) await apply(connection, { label, project: project(functionOf(1, 'x')) });
    expect(await verifyCopies(connection)).toMatchObject({ ranges: [], functions: 2, groups: 1 });
    for (const [damage, repair] of [
      [
        "UPDATE analyzer.copies_function SET path = 'y' WHERE path = 'x' AND project = 'a'",
        "UPDATE analyzer.copies_function SET path = 'x'",
      ],
      ['UPDATE analyzer.copies_group SET occurrences = 3', 'UPDATE analyzer.copies_group SET occurrences = 2'],
      [
        'UPDATE analyzer.copies_range SET lines = lines + 1 WHERE range = 1',
        'UPDATE analyzer.copies_range SET lines = lines - 1 WHERE range = 1',
      ],
    ]) {
      await connection.query(damage ?? '');
      expect((await verifyCopies(connection)).ranges).toEqual([1]);
      await connection.query(repair ?? '');
      expect((await verifyCopies(connection)).ranges).toEqual([]);
    }
    await connection.close();
  });
});
