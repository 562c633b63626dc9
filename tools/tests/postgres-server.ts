import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { preparePostgres, startServer, WITHOUT_POSTGRES } from '../../packages/core/src/postgres/server-fixture.ts';

/** Starts the server that test files share, each with databases of its own. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (WITHOUT_POSTGRES !== undefined) {
    project.provide('postgres', undefined);
    return undefined;
  }
  const folder = join(project.getProvidedContext().temporaryFolder, 'postgres');
  mkdirSync(folder);
  const files = preparePostgres(folder);
  const server = await startServer(files);
  project.provide('postgres', { url: server.url, files });
  return () => server.remove();
}
