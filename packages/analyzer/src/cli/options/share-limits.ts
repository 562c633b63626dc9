import { SHARE_FILES, type ShareLimit } from '@analyzer/core/check/share.ts';
import { InvalidArgumentError } from 'commander';

const LIMIT = /^(?:([^=]+)=)?([0-9]{1,3}(?:\.[0-9]+)?)$/;

/** Collects the values of `--max-share`. */
export function shareLimits(written: string, previous: readonly string[] = []): string[] {
  if (LIMIT.test(written)) return [...previous, written];
  throw new InvalidArgumentError('Expected a percentage such as 5, tests=20, packages/api=3 or packages/api:tests=20.');
}

/** @param written a percentage, of product code or after `tests=`, `FOLDER=` or `FOLDER:tests=` */
export function shareLimit(written: string): ShareLimit {
  const [, of = '', percent = ''] = LIMIT.exec(written) ?? [];
  const files = SHARE_FILES.find((name) => of === name || of.endsWith(`:${name}`));
  const folder = files === undefined ? of : of.slice(0, -files.length - 1);
  return { percent: Number(percent), files: files ?? 'product', folder };
}
