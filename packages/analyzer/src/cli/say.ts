/** A line for people; whoever draws on stderr ends that before. */
export function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
