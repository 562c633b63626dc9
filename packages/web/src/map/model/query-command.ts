/**
 * The command line of the same query.
 *
 * @param operation name of a query operation
 * @param params its parameters
 */
export function queryCommand(operation: string, params: Record<string, string | number | boolean>): string {
  return `analyzer workspace query --db .analyzer/index.db --operation ${operation} --params ${quoted(JSON.stringify(params))}`;
}

/** Quotes a word for a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
