const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EDQUOT: 'the quota is used up',
  EFBIG: 'the file would be too large for the system',
  EIO: 'input or output error',
  EISDIR: 'it is a folder',
  ENAMETOOLONG: 'the name is too long for the system',
  ENOENT: 'its folder does not exist',
  ENOSPC: 'no space left on the device',
  ENOTDIR: 'its folder is not a folder',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
};

/** The reason of a failed write, in words. */
export function reasonOf(error: NodeJS.ErrnoException): string {
  return REASONS[error.code ?? ''] ?? error.message;
}
