import type { Availability, Build, CheckHistory, Shares } from '@analyzer/contracts/pages/dashboard';

/** The version of a build, and the start of its commit; empty if neither is known. */
export function buildWords({ version, commit, branch }: Build): string {
  const short = /^[0-9a-f]{12,}$/i.test(commit) ? commit.slice(0, 9) : commit;
  const name = version === '' ? short : short === '' ? version : `${version} (${short})`;
  return branch === '' || name === '' ? name : `${name} on ${branch}`;
}

/** The share of the known time in which all was good: `99.95 %`; null if nothing is known. */
export function availabilityWords({ good, failing }: Shares): string | null {
  const known = good + failing;
  if (known === 0) return null;
  // Rounded down: 100 % means that nothing failed.
  const percent = Math.floor((good / known) * 10_000) / 100;
  return `${percent} %`;
}

export function shareWords(share: number): string {
  if (share > 0 && share < 0.001) return '< 0.1 %';
  if (share < 1 && share > 0.999) return '> 99.9 %';
  return `${Math.round(share * 1_000) / 10} %`;
}

export function windowWords({ days }: Availability): string {
  return days === 1 ? '24 hours' : `${days} days`;
}

/** What a check checks. */
export function checkWords({ kind, subject, stage, file, endpoint }: CheckHistory): string {
  const name = [subject, file, endpoint, stage].filter(Boolean).join(' · ');
  return [kind, name].filter(Boolean).join(' ');
}
