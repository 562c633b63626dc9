import { failureOf } from '#tree/failure.ts';
import { NO_FOLDERS } from './make-folders.ts';
import { addIssue, type CacheReport } from './report.ts';

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EDQUOT: 'the quota is used up',
  EEXIST: 'it is not a folder',
  EFBIG: 'the file would exceed the size limit',
  EIO: 'input or output error',
  EMFILE: 'too many open files',
  [NO_FOLDERS]: 'its file system does not allow new folders',
  ENOENT: 'it was removed meanwhile',
  ENOSPC: 'no space left on the device',
  ENOTDIR: 'it is not a folder',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
};

/**
 * The reason of a system error, in words without a path.
 *
 * @throws the error itself if it is not from a system call
 */
export function cacheFailure(error: unknown): { code: string; reason: string } {
  const { code } = failureOf(error);
  return { code, reason: REASONS[code] ?? `system error ${code}` };
}

/**
 * Runs an action that the system may refuse: the error is then counted and described in the report.
 *
 * @param expected codes that are not errors
 * @param onRefused called after any other error
 */
export function attempt<T>(
  report: CacheReport,
  what: 'read' | 'write',
  action: () => T,
  expected: readonly string[] = [],
  onRefused?: () => void,
): T | undefined {
  try {
    return action();
  } catch (error) {
    const { code, reason } = cacheFailure(error);
    if (expected.includes(code)) return undefined;
    report.errors++;
    addIssue(report, `cannot ${what}: ${reason}`);
    onRefused?.();
    return undefined;
  }
}
