/** One change of the tables in the schema `analyzer`. It never changes once it is released. */
export interface Migration {
  /** 1, 2, … without gaps. */
  number: number;
  name: string;
  /** Statements that run in one transaction, with the schema in all names. */
  sql: string;
}
