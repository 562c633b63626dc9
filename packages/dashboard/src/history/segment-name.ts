/** What the name of a file of the history says. */
export interface SegmentName {
  name: string;
  /** The UTC day on which the file was started, such as `2026-01-31`. */
  day: string;
  /** Sequence number of its first event. */
  first: number;
}

const NAME = /^(\d{4}-\d\d-\d\d)\.(\d{16})\.jsonl$/;
const DAY_MS = 24 * 3_600_000;

/** @param now Unix time in milliseconds */
export function dayOf(now: number): string {
  return new Date(now).toISOString().slice(0, 10);
}

/** Names sort by sequence number within a day. */
export function segmentName(day: string, first: number): SegmentName {
  return { name: `${day}.${String(first).padStart(16, '0')}.jsonl`, day, first };
}

/** @returns undefined for any other file */
export function parsedName(name: string): SegmentName | undefined {
  const [, day, first] = NAME.exec(name) ?? [];
  if (day === undefined || Number.isNaN(Date.parse(day)) || !Number.isSafeInteger(Number(first))) return undefined;
  return { name, day, first: Number(first) };
}

/** The end of the day of a file, Unix time in milliseconds. */
export function endOf({ day }: SegmentName): number {
  return Date.parse(day) + DAY_MS;
}

/** Name of the index of a file of events. */
export function indexName(name: string): string {
  return name.replace(/\.jsonl$/, '.index.json');
}
