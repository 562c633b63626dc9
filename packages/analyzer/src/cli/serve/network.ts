import { ADDRESS } from '@analyzer/core/service/service.ts';
import { tokenOf } from '@analyzer/core/service/token.ts';
import { say } from '../output/messages.ts';
import { stopSignal } from '../output/stop-signal.ts';
import type { NetworkFlags } from './flags.ts';
import { openService } from './open-service.ts';
import type { Installation } from './servers.ts';

/** Runs a server until a signal stops it. */
export async function serveNetworkCommand(
  protocol: 'rest' | 'grpc',
  { port, hostName: hostNames = [], ...files }: NetworkFlags,
  { servers, folder }: Installation,
): Promise<void> {
  const token = tokenOf(process.env);
  const stopped = stopSignal();
  const { service, close } = openService(files, folder);
  try {
    const server = await servers[protocol](service, { port, token, hostNames });
    say(`analyzer: serving ${protocol} on ${ADDRESS}:${server.port}, ${token ? 'with' : 'without'} a token`);
    await stopped;
    say('analyzer: stopping');
    await server.close();
  } finally {
    await close();
  }
}
