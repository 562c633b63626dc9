/** What a system is made of. Times are in seconds, sizes in bytes. */
export interface Plant {
  machines: number;
  coresPerMachine: number;
  /** Jobs that one machine works on at once, also those that wait for the network. */
  jobsPerMachine: number;
  /** From the request of a source to its first byte. */
  fetchLatency: number;
  /** Fetches per second that all sources together begin. */
  fetchRate: number;
  /** Bytes per second of the network of one machine. */
  bandwidth: number;
  /** Connections to PostgreSQL that claim and store at once; others wait. */
  connections: number;
  /** Mean time between two crashes of one machine. */
  crashEvery: number;
  /** Time after which the job of a crashed machine is given to another one. */
  lease: number;
  /** Time until a crashed machine works again. */
  restart: number;
}

/** Processor seconds, and bytes of the database, of one unit of work. */
export interface Costs {
  /** Of a job: start, discovery, its own transaction. */
  job: number;
  /** Of a byte of an unknown content: the same and parse. */
  parsedByte: number;
  /** Of a byte of a known content: read, hash, links, rows. */
  knownByte: number;
  /** Factor of the processor time while all cores of a machine work: they share memory and often a physical core. */
  contention: number;
  /** Time that a connection is busy with a claim. */
  claim: number;
  /** Time that a connection is busy with what a byte of any content leaves in the database. */
  storedByte: number;
  /** Compressed bytes that a source is fetched as, for each of its bytes. */
  fetchedByte: number;
}

/**
 * A publication by one program with one thread, which finds the copies of all kinds in all projects, and copies the rows:
 * CPU seconds of it and of the server are `start + unit × functions ^ growth`.
 */
export interface Publication {
  start: number;
  unit: number;
  growth: number;
}

export function publicationTime({ start, unit, growth }: Publication, functions: number): number {
  return start + unit * functions ** growth;
}

/** Bytes that are kept in files. */
export interface Sizes {
  /** Of the facts of a byte of unknown content, compressed. */
  factsPerByte: number;
  /** Of the parts in the queue, compressed. */
  partPerProject: number;
  partPerByte: number;
  /** Of an index without functions in PostgreSQL. */
  indexStart: number;
  /** Of a generation, for each function with its node, links, groups and indexes. */
  indexPerFunction: number;
  /** Of the Parquet rows of a function. */
  parquetPerFunction: number;
}

/** Projects as columns of equal length. */
export interface Workload {
  bytes: Float64Array;
  functions: Float64Array;
  /** Share of the bytes whose content is known before, 0 to 1. */
  known: Float64Array;
}

export interface Outcome {
  /** Until the last project is stored. */
  seconds: number;
  /** Processor seconds of jobs that ended. */
  useful: number;
  /** Processor seconds of jobs that a crash ended. */
  lost: number;
  /** Jobs that were given out again. */
  again: number;
  /** Seconds that connections were busy. */
  database: number;
}
