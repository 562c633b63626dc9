import { createHash } from 'node:crypto';
import type { EventFacts } from '../event/facts.ts';

/** What an event is about within its service; an empty string means that the event does not name it. */
export interface Check {
  stage: string;
  file: string;
  /** The endpoint, else the URL. */
  endpoint: string;
}

/** The stage of failed probes of health. */
export const PROBE = 'probe';

const NAME_LIMIT = 200;

export function checkOf({ stage, file, endpoint, url }: Pick<EventFacts, keyof Check | 'url'>): Check {
  return { stage: shortName(stage), file: shortName(file), endpoint: shortName(endpoint === '' ? url : endpoint) };
}

/**
 * Whether a PASS covers a failed check. A PASS covers only its own stage, since other stages did not run; without a stage
 * it covers failures without a stage. Within the stage it covers all checks, or those with the file and endpoint it names.
 */
export function covers(pass: Check, failed: Check): boolean {
  return (
    pass.stage === failed.stage &&
    (pass.file === '' || pass.file === failed.file) &&
    (pass.endpoint === '' || pass.endpoint === failed.endpoint)
  );
}

export function isSameCheck(a: Check, b: Check): boolean {
  return a.stage === b.stage && a.file === b.file && a.endpoint === b.endpoint;
}

/** The check of a failure that two events report: only what both name. */
export function commonCheck(a: Check, b: Check): Check {
  const both = (key: keyof Check): string => (a[key] === b[key] ? a[key] : '');
  return { stage: both('stage'), file: both('file'), endpoint: both('endpoint') };
}

/** Limits the size of a name; different names remain different. */
function shortName(name: string): string {
  if (name.length <= NAME_LIMIT) return name;
  const digest = createHash('sha256').update(name).digest('hex').slice(0, 16);
  return `${name.slice(0, NAME_LIMIT - digest.length - 2)}… ${digest}`;
}
