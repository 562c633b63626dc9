import pg from 'pg';

const INT8 = 20;
const NUMERIC = 1700;

/** How the text of a column becomes a value: as the driver does, but integers are numbers. */
export function typeParser(type: number, format?: string): (text: string) => unknown {
  if (format !== 'binary' && (type === INT8 || type === NUMERIC)) return safeInteger;
  return pg.types.getTypeParser(type);
}

/** `sum` of `bigint` is `numeric`. */
export function safeInteger(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError(`the database returned ${text}, which is not a safe integer`);
  return number;
}
