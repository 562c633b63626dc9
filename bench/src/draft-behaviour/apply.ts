import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Draft } from '@analyzer/core/generalize/model.ts';

/** Applies the patch of a draft with git in a folder. @throws Error if git refuses it */
export function applyDraft({ group, written }: Draft, folder: string): void {
  writeFileSync(join(folder, '.draft.patch'), written?.patch ?? '');
  const { status, stderr } = spawnSync('git', ['apply', '.draft.patch'], { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git apply of ${group.id}: ${stderr.trim()}`);
}
