import type { DueCheck } from '@analyzer/contracts/pages/dashboard';
import type { CheckState } from './checks.ts';
import { quietAfter } from './quiet.ts';
import type { Rollup } from './rollup.ts';

/** When a service is late or quiet if nothing reports until then. Unix times in milliseconds; null for never. */
export interface Due {
  lateAt: number | null;
  quietAt: number | null;
  /** The checks that are due first, expected ones before others. */
  checks: DueCheck[];
}

const SHOWN = 5;

/**
 * The rules `late` and `quiet`.
 *
 * @param expectMs longest time between reports of each check as set by the settings; null if not set
 * @param shift milliseconds by which the system clock stepped forward since the newest event: no time of silence
 */
export function dueOf(
  { checks, lastSeen, gaps }: Pick<Rollup, 'checks' | 'lastSeen' | 'gaps'>,
  expectMs: number | null,
  shift: number,
): Due {
  const due = checks.filter(({ periodic }) => periodic).map((check) => dueCheck(check, expectMs, shift));
  // Without a check that reports regularly, the service reports as such.
  if (due.length === 0) {
    const nothing = { kind: 'service' as const, stage: '', file: '', endpoint: '', subject: '' };
    const after = expectMs ?? quietAfter(gaps);
    due.push({ ...nothing, seen: lastSeen, at: lastSeen + shift + after, expected: expectMs !== null });
  }
  due.sort((a, b) => Number(b.expected) - Number(a.expected) || a.at - b.at);
  const first = (expected: boolean): number | null => due.find((one) => one.expected === expected)?.at ?? null;
  return { lateAt: first(true), quietAt: first(false), checks: due.slice(0, SHOWN) };
}

function dueCheck(check: CheckState, setMs: number | null, shift: number): DueCheck {
  const { kind, stage, file, endpoint, subject, seen, gaps } = check;
  const expectMs = check.expectMs ?? setMs;
  const at = Math.ceil(seen + shift + (expectMs ?? quietAfter(gaps)));
  return { kind, stage, file, endpoint, subject, seen, at, expected: expectMs !== null };
}
