/** Some equal servers with one queue, first in, first out. Numbers identify the jobs that wait. */
export class Servers {
  readonly #all: number;
  #free: number;
  readonly #waiting: number[] = [];
  #first = 0;

  constructor(servers: number) {
    [this.#all, this.#free] = [servers, servers];
  }

  /** Share of the servers that work besides one of them; 0 for a single server. */
  get others(): number {
    return this.#all === 1 ? 0 : Math.max(0, this.#all - this.#free - 1) / (this.#all - 1);
  }

  /** @returns whether a server is free; it is taken. Otherwise the job waits. */
  request(job: number): boolean {
    if (this.#free > 0) {
      this.#free--;
      return true;
    }
    this.#waiting.push(job);
    return false;
  }

  /** Releases a server. @returns the job that takes it, if one waits */
  release(): number | undefined {
    const next = this.#waiting[this.#first];
    if (next === undefined) {
      this.#free++;
      return undefined;
    }
    this.#first++;
    if (this.#first > 1024 && 2 * this.#first > this.#waiting.length) {
      this.#waiting.splice(0, this.#first);
      this.#first = 0;
    }
    return next;
  }

  /** Removes a job that waits. */
  withdraw(job: number): void {
    const place = this.#waiting.indexOf(job, this.#first);
    if (place >= 0) this.#waiting.splice(place, 1);
  }
}
