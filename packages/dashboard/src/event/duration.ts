const UNITS_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, min: 60_000, h: 3_600_000, d: 86_400_000 };

/** Milliseconds of a duration such as `90s`, `10m`, `24h` or `7d`; undefined for anything else. */
export function durationMs(text: string): number | undefined {
  const [, digits, unit = ''] = /^(\d{1,6}) ?(s|m|min|h|d)$/.exec(text) ?? [];
  const ms = Number(digits) * (UNITS_MS[unit] ?? Number.NaN);
  return ms > 0 ? ms : undefined;
}
