/** Reason of a system error, in words without a path. */
export interface Failure {
  /** The system's code, such as `EACCES`. */
  code: string;
  reason: string;
}

export const TOO_MANY_OPEN_FILES = 'too many open files';

const REASONS: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ENOENT: 'removed while the project was scanned',
  ENOTDIR: 'replaced while the project was scanned',
  ELOOP: 'replaced by a symbolic link while the project was scanned',
  ENXIO: 'replaced by a special file while the project was scanned',
  ENAMETOOLONG: 'its path is longer than the system allows',
  EIO: 'input or output error',
  EAGAIN: 'it would block',
  ESUBMODULE: 'a submodule: its files are in another repository',
  EMFILE: TOO_MANY_OPEN_FILES,
  ENFILE: TOO_MANY_OPEN_FILES,
  ENOSPC: 'no space left on the device',
  EDQUOT: 'the quota is used up',
  EFBIG: 'the file would be too large for the system',
  EROFS: 'the file system is read-only',
};

/** @throws the error itself if it is not from a system call */
export function failureOf(error: unknown): Failure {
  if (!(error instanceof Error && 'syscall' in error && 'code' in error && typeof error.code === 'string')) throw error;
  return { code: error.code, reason: REASONS[error.code] ?? `system error ${error.code}` };
}
