import { randomUUID } from 'node:crypto';
import { closeSync, constants, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { AnalyzerError } from '@analyzer/contracts';
import type { HandoffV1 } from '@analyzer/contracts/analyzer.handoff.v1';
import { readChecked } from '#tree/checked-file.ts';
import { syncFolder } from '#tree/sync-folder.ts';
import { CheckedFolder } from '../files/checked-folder.ts';
import { componentsOf, PathProblem } from '../files/checked-path.ts';
import { LARGEST_ARTIFACT } from '../result/check-artifacts.ts';
import { ARTIFACTS, type Refusal } from '../result/model.ts';
import { INCOMING, incomingFolder } from './manifest.ts';

/**
 * Copies what a manifest lists to the incoming folder of its task and writes the manifest next to it. Earlier content of
 * the folder is replaced. Each file is hashed while it is copied, and its copy again after.
 *
 * @param rootOf absolute path of a project's checkout, by label
 * @param root of the project that receives the files
 * @returns the file that is no longer as verified; undefined if all files are copied
 * @throws AnalyzerError `output_failed`, `cancelled`
 */
export async function copyHandoff(
  manifest: HandoffV1,
  rootOf: (project: string) => string,
  root: string,
  signal?: AbortSignal,
): Promise<Refusal | undefined> {
  // The name is not a task key, so it is never the folder of a task.
  const staging = `${INCOMING}/new.${randomUUID()}`;
  requireFolders(root, staging);
  try {
    for (const predecessor of manifest.predecessors) {
      const source = rootOf(predecessor.project);
      for (const file of predecessor.files) {
        const from = `${ARTIFACTS}/${file.path}`;
        const to = `${staging}/${file.path}`;
        requireFolders(root, dirname(to));
        const copied = await copyFile({ root: source, path: from }, { root, path: to }, signal);
        if (copied !== file.sha256) {
          const message = `it changed after it was verified: expected the SHA-256 ${file.sha256}`;
          return { reason: 'artifact_changed', file: from, message };
        }
      }
    }
    writeNew(`${root}/${staging}/handoff.json`, [Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)]);
    replaceFolder(`${root}/${staging}`, `${root}/${incomingFolder(manifest.task_key)}`);
    syncFolder(`${root}/${INCOMING}`);
    return undefined;
  } finally {
    rmSync(`${root}/${staging}`, { recursive: true, force: true });
  }
}

interface FileLocation {
  root: string;
  path: string;
}

/** @returns the hash of the copy; undefined if the source cannot be read or the copy differs */
async function copyFile(
  from: FileLocation,
  to: FileLocation,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  const file = openNew(`${to.root}/${to.path}`);
  let read: Awaited<ReturnType<typeof readChecked>>;
  try {
    read = await readChecked(from.root, from.path, LARGEST_ARTIFACT, (piece) => writeFileSync(file, piece), signal);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  if ('problem' in read) return undefined;
  const copy = await readChecked(to.root, to.path, LARGEST_ARTIFACT, undefined, signal);
  return 'sha256' in copy && copy.sha256 === read.sha256 ? copy.sha256 : undefined;
}

function replaceFolder(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true });
  renameSync(from, to);
}

function requireFolders(root: string, path: string): void {
  try {
    CheckedFolder.create(root, componentsOf(path));
  } catch (error) {
    if (!(error instanceof PathProblem)) throw error;
    throw new AnalyzerError(
      'output_failed',
      { path, reason: error.message },
      { hint: 'Remove it: files are handed to a task in this folder.', cause: error },
    );
  }
}

function openNew(path: string): number {
  return openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW, 0o644);
}

function writeNew(path: string, pieces: readonly Uint8Array[]): void {
  const file = openNew(path);
  try {
    for (const piece of pieces) writeFileSync(file, piece);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
