import { open, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isObject } from '../event/values.ts';
import type { FilePort } from '../log/file-port.ts';
import { makeFolder } from '../log/make-folder.ts';
import { type CheckDay, DAY_MS } from '../store/check-day.ts';
import type { Check } from '../store/coverage.ts';

/** One day of a check, as a line of the file of that day. */
export interface RecordedDay extends CheckDay, Check {
  service: string;
  kind: string;
  subject: string;
}

export interface DayLimits {
  /** Days. */
  keep: number;
  maxBytes: number;
}

export const DAY_LIMITS: DayLimits = { keep: 366, maxBytes: 250_000_000 };

/** Lines that wait at most: without space none can be written. */
const MAX_WAITING = 50_000;
const MAX_KNOWN = 20;
const NAME = /^\d{4}-\d\d-\d\d\.jsonl$/;

/** The ended days of all checks, in one file for each day. They wait in memory until `sync`. */
export class DayFiles {
  readonly #folder: string;
  readonly #port: FilePort;
  readonly #limits: DayLimits;
  /** Lines by the name of their file, in the order of their arrival. */
  readonly #waiting = new Map<string, string[]>();
  #lines = 0;
  /** Days of services that were read since the files changed: a page asks after each event. */
  readonly #known = new Map<string, { from: number; days: RecordedDay[] }>();

  constructor(folder: string, port: FilePort, limits: DayLimits = DAY_LIMITS) {
    this.#folder = folder;
    this.#port = port;
    this.#limits = limits;
  }

  add({ service, ...rest }: RecordedDay): void {
    const name = nameOf(rest.day);
    // The service is first, so that a reader finds its lines without parsing the others.
    const line = `${JSON.stringify({ service, ...rest })}\n`;
    const lines = this.#waiting.get(name);
    if (lines === undefined) this.#waiting.set(name, [line]);
    else lines.push(line);
    this.#lines++;
    const [oldest] = this.#waiting;
    if (this.#lines > MAX_WAITING && oldest !== undefined) this.#remove(...oldest, oldest[1].length);
  }

  /** Writes and syncs what waits; after a failure it still waits. @param now Unix time in milliseconds */
  async sync(now: number): Promise<void> {
    if (this.#waiting.size === 0) return;
    this.#known.clear();
    await makeFolder(this.#folder);
    for (const [name, lines] of [...this.#waiting]) {
      const { length } = lines;
      const handle = await open(join(this.#folder, name), 'a', 0o600);
      try {
        // A kill may have left a part of a line.
        await handle.appendFile(`\n${lines.join('')}`);
        await handle.datasync();
      } finally {
        await handle.close();
      }
      this.#remove(name, lines, length);
    }
    await this.#port.syncFolder(this.#folder);
    await this.#removeOld(now);
  }

  async clear(): Promise<void> {
    this.#waiting.clear();
    this.#lines = 0;
    this.#known.clear();
    for (const name of await this.#names()) await this.#port.remove(join(this.#folder, name));
  }

  /** The recorded days of a service. @param from first day since 1970 */
  async read(service: string, from: number): Promise<RecordedDay[]> {
    const start = `{"service":${JSON.stringify(service)},`;
    const written = this.#known.get(service);
    const days = written?.from === from ? written.days : await this.#readFiles(start, from);
    if (this.#known.size >= MAX_KNOWN) this.#known.clear();
    this.#known.set(service, { from, days });
    return [...days, ...[...this.#waiting.values()].flatMap((lines) => linesOf(lines.join(''), start))];
  }

  async #readFiles(start: string, from: number): Promise<RecordedDay[]> {
    const days: RecordedDay[] = [];
    for (const name of await this.#names()) {
      if (name < nameOf(from)) continue;
      const text = await readFile(join(this.#folder, name), 'utf8').catch(() => '');
      days.push(...linesOf(text, start));
    }
    return days;
  }

  /** Removes the first waiting lines of a file, unless others wait by now. */
  #remove(name: string, lines: string[], count: number): void {
    if (this.#waiting.get(name) !== lines) return;
    this.#lines -= lines.splice(0, count).length;
    if (lines.length === 0) this.#waiting.delete(name);
  }

  /** Oldest first. */
  async #names(): Promise<string[]> {
    const names = await readdir(this.#folder).catch(() => []);
    return names.filter((name) => NAME.test(name)).sort();
  }

  async #removeOld(now: number): Promise<void> {
    const names = await this.#names();
    const sizes = await Promise.all(names.map((name) => stat(join(this.#folder, name)).then(({ size }) => size)));
    const oldest = nameOf(Math.floor(now / DAY_MS) - this.#limits.keep);
    let bytes = sizes.reduce((sum, size) => sum + size, 0);
    for (const [i, name] of names.entries()) {
      if (name >= oldest && bytes <= this.#limits.maxBytes) break;
      bytes -= sizes[i] ?? 0;
      await this.#port.remove(join(this.#folder, name));
    }
  }
}

function nameOf(day: number): string {
  return `${new Date(day * DAY_MS).toISOString().slice(0, 10)}.jsonl`;
}

function linesOf(text: string, start: string): RecordedDay[] {
  const days: RecordedDay[] = [];
  for (let at = text.indexOf(start); at >= 0; at = text.indexOf(start, at + 1)) {
    if (at > 0 && text[at - 1] !== '\n') continue;
    const end = text.indexOf('\n', at);
    const day = dayIn(text.slice(at, end < 0 ? text.length : end));
    if (day !== undefined) days.push(day);
  }
  return days;
}

function dayIn(line: string): RecordedDay | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isDay(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isDay(value: unknown): value is RecordedDay {
  return (
    isObject(value) &&
    [value.service, value.kind, value.subject, value.stage, value.file, value.endpoint].every(
      (one) => typeof one === 'string',
    ) &&
    [value.day, value.runs, value.failures, value.flips].every((one) => Number.isSafeInteger(one)) &&
    Array.isArray(value.timeline) &&
    value.timeline.every((one) => Array.isArray(one) && one.length === 2 && one.every(Number.isSafeInteger))
  );
}
