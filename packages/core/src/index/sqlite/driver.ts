/**
 * The common part of `node:sqlite` and `@photostructure/sqlite` that this directory uses.
 */
export interface Database {
  prepare(sql: string): Statement;
  exec(sql: string): void;
  /** Creates a function that SQL can call. */
  function(name: string, work: () => number): void;
  close(): void;
  /** `SQLITE_DBCONFIG_DEFENSIVE`; absent in older versions of Node. */
  enableDefensive?(active: boolean): void;
}

export interface Statement {
  run(...parameters: Parameter[]): unknown;
  get(...parameters: Parameter[]): unknown;
  all(...parameters: Parameter[]): unknown[];
  iterate(...parameters: Parameter[]): IterableIterator<unknown>;
}

export type Parameter = number | string | Uint8Array | null;

export interface OpenOptions {
  readOnly: boolean;
}

interface Driver {
  DatabaseSync: new (path: string, options: OpenOptions & { enableForeignKeyConstraints: boolean }) => Database;
}

/**
 * Restrictions for untrusted files: no function with side effects in the schema (`trusted_schema`), no cell larger than
 * its page (`cell_size_check`).
 */
const DISTRUST = 'PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON';

/**
 * @param path absolute, or a `file:` URI
 * @throws the driver's error, see `failure.ts`
 */
export async function openDatabase(path: string, { readOnly }: OpenOptions): Promise<Database> {
  const { DatabaseSync } = await loadDriver();
  // The writer ensures that references are valid; checking each row takes a third of the time of writing.
  const database = new DatabaseSync(path, { readOnly, enableForeignKeyConstraints: false });
  database.enableDefensive?.(true);
  database.exec(DISTRUST);
  return database;
}

/** The SQLite of the runtime if it needs no flag, otherwise the prebuilt package with the same interface. */
async function loadDriver(): Promise<Driver> {
  const own = withoutWarning(() => process.getBuiltinModule?.('node:sqlite'));
  return isDriver(own) ? own : await import('@photostructure/sqlite');
}

/** Node 22 warns that its SQLite is experimental, on the stderr of every command that opens an index. */
function withoutWarning(load: () => unknown): unknown {
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    return load();
  } finally {
    process.emitWarning = emitWarning;
  }
}

function isDriver(module: unknown): module is Driver {
  return typeof module === 'object' && module !== null && 'DatabaseSync' in module;
}
