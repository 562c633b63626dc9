import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { syncFolder } from '#tree/sync-folder.ts';

/** Called before each change on disk. Tests end the process there. */
export type OnChange = () => void;

interface Replacement {
  /** Throws if the folder was replaced meanwhile. */
  requireFolder?: () => void;
  onChange?: OnChange | undefined;
}

/**
 * Writes a file atomically: a new file next to it is flushed, then renamed. Follows no link at the target.
 *
 * @param target absolute path in an existing folder
 * @throws the system's error
 */
export function replaceFile(target: string, content: string | Uint8Array, options: Replacement = {}): void {
  const { requireFolder, onChange } = options;
  // Scans exclude this name, because it remains if the process ends here.
  const temporary = join(dirname(target), `.analyzer-${randomUUID()}.partial`);
  onChange?.();
  const file = openSync(temporary, 'wx');
  try {
    try {
      requireFolder?.();
      onChange?.();
      writeFileSync(file, typeof content === 'string' ? Buffer.from(content) : content);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    requireFolder?.();
    onChange?.();
    renameSync(temporary, target);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  onChange?.();
  syncFolder(dirname(target));
}
