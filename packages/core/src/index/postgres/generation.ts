/** The schema of the server with the tables of a generation. */
export function schemaOf(generation: number): string {
  return `analyzer_g${generation}`;
}
