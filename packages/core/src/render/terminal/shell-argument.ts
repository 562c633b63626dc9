/** A path as an argument of a command line: in single quotes if a shell would change it. */
export function commandArgument(path: string): string {
  const written = path.startsWith('-') ? `./${path}` : path;
  return /^[\w./@:+,%=-]+$/.test(written) ? written : `'${written.replaceAll("'", "'\\''")}'`;
}
