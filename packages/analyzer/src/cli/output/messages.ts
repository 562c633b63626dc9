/** Writes a line to stderr. Callers clear any progress line first. */
export function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
