import { resolve } from 'node:path';
import { isOnServer } from '@analyzer/core/index/reader.ts';
import { completeOptions } from '@analyzer/core/scan/options.ts';
import { ProjectSession } from '@analyzer/core/session/session.ts';
import { limitHeapGrowth, limitYoungGeneration } from '../engine/heap-growth.ts';
import { openEngine } from '../engine/open.ts';
import { reviewInBackground } from '../engine/review.ts';
import { isOnlyFromFile } from '../options/configuration.ts';
import { chosenOptions, countedClasses } from '../options/scan.ts';
import { draftCopies } from './draft-copies.ts';
import { withEditorSettings } from './editor-settings.ts';
import type { LspFlags } from './lsp-flags.ts';
import type { Configure, Installation, OpenProject } from './servers.ts';

/** Serves the editor that started the program, until it closes the connection. */
export async function lspCommand(
  folder: string | undefined,
  flags: LspFlags,
  { servers, version }: Installation,
): Promise<void> {
  limitHeapGrowth();
  limitYoungGeneration();
  let current = flags;
  const stop = new AbortController();
  const engine = openEngine(flags, stop.signal);
  const configure: Configure = (settings) => {
    const { flags: its, problems } = withEditorSettings(flags, settings);
    current = its;
    return problems;
  };
  const open: OpenProject = async (path, { signal, ...events }) => {
    const now = current;
    const options = completeOptions(chosenOptions(now));
    const counted = countedClasses(now);
    const cache = flags.cacheDir === undefined ? {} : { cacheDir: flags.cacheDir };
    const session = await ProjectSession.open(path, options, {
      ...{ engine, signal, ...cache, ...counted },
      withoutCopyChanges: true,
    });
    const { contracts: named } = now;
    // A path in the configuration file is relative to the file, one of the editor to the project.
    const isOfFile = named === flags.contracts && isOnlyFromFile(flags, 'contracts');
    const contracts = named !== undefined && isOfFile ? resolve(named) : named;
    const index = now.index === flags.index ? now.index : indexOfEditor(session.location, now.index);
    const choices = { options, without: counted.without, engine, flags: now, contracts, index };
    return {
      session,
      review: reviewInBackground(session.location, choices, events),
      draft: (copy) => draftCopies(session.location, copy, { options, flags: now, signal }),
    };
  };
  try {
    const { stdin, stdout } = process;
    const server = await servers.lsp(open, {
      stdin,
      stdout,
      version,
      configure,
      ...(folder !== undefined && { folder }),
    });
    await server.ended;
    await server.close();
  } finally {
    stop.abort();
    await engine.close();
    // An open standard input would keep the process alive.
    process.stdin.destroy();
  }
  // The connection asks with a timer whether the editor lives, which keeps the process alive as long as the editor.
  process.exit();
}

/** A file that an editor names is relative to the project. */
function indexOfEditor(folder: string, place: string | undefined): string | undefined {
  return place === undefined || isOnServer(place) ? place : resolve(folder, place);
}
