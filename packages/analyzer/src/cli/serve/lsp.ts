import { resolve } from 'node:path';
import { completeOptions } from '@analyzer/core/scan/options.ts';
import { ProjectSession } from '@analyzer/core/session/session.ts';
import { openEngine } from '../engine/open.ts';
import { reviewInBackground } from '../engine/review.ts';
import { isOnlyFromFile } from '../options/configuration.ts';
import { chosenOptions, countedClasses } from '../options/scan.ts';
import { draftCopies } from './draft-copies.ts';
import type { LspFlags } from './lsp-flags.ts';
import type { Installation, OpenProject } from './servers.ts';

/** Serves the editor that started the program, until it closes the connection. */
export async function lspCommand(
  folder: string | undefined,
  flags: LspFlags,
  { servers, version }: Installation,
): Promise<void> {
  const options = completeOptions(chosenOptions(flags));
  const stop = new AbortController();
  const engine = openEngine(flags, stop.signal);
  const counted = countedClasses(flags);
  const open: OpenProject = async (path, { signal, ...events }) => {
    const cache = flags.cacheDir === undefined ? {} : { cacheDir: flags.cacheDir };
    const session = await ProjectSession.open(path, options, { engine, signal, ...cache, ...counted });
    const { contracts: named } = flags;
    // A path in the configuration file is relative to the file.
    const contracts = named !== undefined && isOnlyFromFile(flags, 'contracts') ? resolve(named) : named;
    const choices = { options, without: counted.without, engine, flags, contracts };
    return {
      session,
      review: reviewInBackground(session.location, choices, events),
      draft: (copy) => draftCopies(session.location, copy, { options, flags, signal }),
    };
  };
  try {
    const { stdin, stdout } = process;
    const server = await servers.lsp(open, { stdin, stdout, version, ...(folder !== undefined && { folder }) });
    await server.ended;
    await server.close();
  } finally {
    stop.abort();
    await engine.close();
    // An open standard input would keep the process alive.
    process.stdin.destroy();
  }
}
