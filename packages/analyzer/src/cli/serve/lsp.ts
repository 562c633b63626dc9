import { completeOptions } from '@analyzer/core/scan/options.ts';
import { ProjectSession } from '@analyzer/core/session/session.ts';
import { openEngine } from '../engine/open.ts';
import { chosenOptions, countedClasses } from '../options/scan.ts';
import type { LspFlags } from './lsp-flags.ts';
import type { Installation } from './servers.ts';

/** Serves the editor that started the program, until it closes the connection. */
export async function lspCommand(
  folder: string | undefined,
  flags: LspFlags,
  { servers, version }: Installation,
): Promise<void> {
  const options = completeOptions(chosenOptions(flags));
  const stop = new AbortController();
  const engine = openEngine(flags, stop.signal);
  const open = (path: string, signal: AbortSignal) => {
    const cache = flags.cacheDir === undefined ? {} : { cacheDir: flags.cacheDir };
    return ProjectSession.open(path, options, {
      engine,
      signal,
      ...cache,
      ...countedClasses(flags),
    });
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
