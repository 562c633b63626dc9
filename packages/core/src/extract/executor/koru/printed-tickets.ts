/** Koru prints it for each ticket that it runs: `koru queue: status=<s> ticket=<id> executor=<kind>`. */
const VERDICT = /^koru queue: (?:\S+ )*?ticket=(\S+)/;
/** Longer lines are not verdicts. */
const MAX_LINE_LENGTH = 2_000;
const MOST = 100;

/** Collects the ids of the tickets that koru reports on standard output. */
export class PrintedTickets {
  readonly #decoder = new TextDecoder();
  readonly #found = new Set<string>();
  #line = '';

  add(piece: Uint8Array): void {
    const lines = (this.#line + this.#decoder.decode(piece, { stream: true })).split('\n');
    this.#line = (lines.pop() ?? '').slice(0, MAX_LINE_LENGTH);
    for (const line of lines) this.#read(line);
  }

  get all(): readonly string[] {
    this.#read(this.#line);
    return [...this.#found];
  }

  #read(line: string): void {
    const ticket = VERDICT.exec(line.slice(0, MAX_LINE_LENGTH))?.[1];
    if (ticket !== undefined && this.#found.size < MOST) this.#found.add(ticket);
  }
}
