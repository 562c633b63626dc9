import type { Build } from '@analyzer/contracts/pages/dashboard';
import { own } from './values.ts';

const KEYS = ['commit', 'version', 'branch', 'run', 'attempt'] as const;
const MAX_LENGTH = 100;

/** @returns null if the event names nothing of it */
export function buildOf(event: Readonly<Record<string, unknown>>): Build | null {
  const build: Build = { commit: '', version: '', branch: '', run: '', attempt: '' };
  let isNamed = false;
  for (const key of KEYS) {
    const value = own(event, key);
    if (typeof value !== 'string' && typeof value !== 'number') continue;
    build[key] = String(value).slice(0, MAX_LENGTH);
    isNamed ||= build[key] !== '';
  }
  return isNamed ? build : null;
}

/** Whether both name the same commit, or without commits the same version. */
export function isSameBuild(a: Pick<Build, 'commit' | 'version'>, b: Pick<Build, 'commit' | 'version'>): boolean {
  return a.commit !== '' || b.commit !== '' ? a.commit === b.commit : a.version === b.version;
}
