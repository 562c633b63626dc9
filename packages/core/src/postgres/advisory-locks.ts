/**
 * Advisory locks of this program in a database of PostgreSQL: pairs of a class and a number, so that programs that lock
 * single 64-bit numbers do not meet them. The server releases them when the connection or transaction ends in any way.
 */
export const LOCKS = {
  /** Held while migrations run. The number is 0. */
  migration: 0x616e_7a01,
  /** Held by the program that publishes an index. The number is 0. */
  publication: 0x616e_7a02,
  /** Held, shared, by the readers of a generation, which is the number. */
  generation: 0x616e_7a03,
  /** Held by the program that writes an index of the projects of a queue. The number is 0. */
  assembly: 0x616e_7a04,
  /** Held by the dashboard that adds the events of a store; the number is a part of its epoch. */
  events: 0x616e_7a10,
} as const;
