/**
 * SQLite as this room uses it: the part that `node:sqlite` and `@photostructure/sqlite` have in common.
 */
export interface Database {
  prepare(sql: string): Statement;
  exec(sql: string): void;
  /** Makes a function that SQL can call. */
  function(name: string, work: () => number): void;
  close(): void;
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
 * @param path absolute
 * @throws the driver's error, see `failure.ts`
 */
export async function openDatabase(path: string, { readOnly }: OpenOptions): Promise<Database> {
  const { DatabaseSync } = await loadDriver();
  // References are kept by whoever writes; checking them row by row costs a third of the time of writing.
  return new DatabaseSync(path, { readOnly, enableForeignKeyConstraints: false });
}

/** The runtime's own SQLite, where it has one without a flag, else the prebuilt one with the same interface. */
async function loadDriver(): Promise<Driver> {
  const own: unknown = process.getBuiltinModule?.('node:sqlite');
  return isDriver(own) ? own : await import('@photostructure/sqlite');
}

function isDriver(module: unknown): module is Driver {
  return typeof module === 'object' && module !== null && 'DatabaseSync' in module;
}
