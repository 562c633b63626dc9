import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { outsideRepositories } from './outside-repositories.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of a run of the tests, removed at its end. */
    temporaryFolder: string;
  }
}

/** Creates the folder of a run. */
export function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(outsideRepositories([tmpdir(), '/var/tmp']), 'tests-'));
  chmodSync(folder, 0o755);
  project.provide('temporaryFolder', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
