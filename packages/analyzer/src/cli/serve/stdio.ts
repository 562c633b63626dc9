import { stopSignal } from '../output/stop-signal.ts';
import { openService, type ServedFiles } from './open-service.ts';
import type { Installation } from './servers.ts';

/** Serves the client that started the program, until it closes the connection. */
export async function serveStdioCommand(files: ServedFiles, { servers, folder, version }: Installation): Promise<void> {
  const stopped = stopSignal();
  const { service, close } = openService(files, folder);
  try {
    const { stdin, stdout } = process;
    const server = await servers.mcp(service, { stdin, stdout, version });
    await Promise.race([server.ended, stopped]);
    await server.close();
  } finally {
    await close();
    // An open standard input would keep the process alive.
    process.stdin.destroy();
  }
}
