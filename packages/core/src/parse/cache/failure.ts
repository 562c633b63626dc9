import { failureOf } from '#tree/failure.ts';

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EDQUOT: 'the quota is used up',
  EEXIST: 'it is not a folder',
  EFBIG: 'no file may be so large',
  EIO: 'input or output error',
  EMFILE: 'too many open files',
  ENOENT: 'it was removed meanwhile',
  ENOSPC: 'no space left on the device',
  ENOTDIR: 'it is not a folder',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
};

/**
 * Why the system refused, in words without a path.
 *
 * @throws the error itself when it is none of a system call
 */
export function cacheFailure(error: unknown): { code: string; reason: string } {
  const { code } = failureOf(error);
  return { code, reason: REASONS[code] ?? `system error ${code}` };
}
