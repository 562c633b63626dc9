import { stopSignal } from '../output/stop-signal.ts';
import type { McpFlags } from './flags.ts';
import { openService } from './open-service.ts';
import type { Installation } from './servers.ts';

/** Serves the client that started the program, until it closes the connection. */
export async function serveStdioCommand(
  { tools, ...files }: McpFlags,
  { servers, folder, version }: Installation,
): Promise<void> {
  const stopped = stopSignal();
  const { service, close } = openService(files, folder);
  try {
    const { stdin, stdout } = process;
    const server = await servers.mcp(service, { stdin, stdout, version, tools });
    await Promise.race([server.ended, stopped]);
    await server.close();
  } finally {
    await close();
    // An open standard input would keep the process alive.
    process.stdin.destroy();
  }
}
