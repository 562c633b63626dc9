import { join } from 'node:path';
import { listenError } from '@analyzer/core/service/listen-error.ts';
import {
  ADDRESS,
  DRAIN_MS,
  type NetworkOptions,
  type RunningServer,
  type Service,
} from '@analyzer/core/service/service.ts';
import { Server, ServerCredentials } from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import { ReflectionService } from '@grpc/reflection';
import { HealthImplementation } from 'grpc-health-check';
import { drain } from './drain.ts';
import { senderCheck } from './gate.ts';
import { answerContract, answerQuery, type ContractCall, type QueryCall, type Reply } from './methods.ts';
import { SERVICE, serviceOf, withUnreadable } from './service-definition.ts';
import { endSlowRequests } from './slow-requests.ts';

const MAX_ANSWER_BYTES = 8 * 1024 * 1024;
/** Of a request. More than our own limit: the channel refuses a message without a problem in a trailer. */
const MAX_RECEIVED_BYTES = 16 * 1024 * 1024;

/**
 * Serves queries over gRPC on this machine, with health for everyone, and reflection only with a token.
 *
 * @param folder of the built program, which contains the protobuf definition
 * @throws AnalyzerError `busy`, `usage`: the port is in use or not allowed
 */
export async function serveGrpc(service: Service, folder: string, options: NetworkOptions): Promise<RunningServer> {
  const { token, drainMs = DRAIN_MS } = options;
  const includeDirs = [join(folder, 'proto')];
  const definitions = loadSync('analyzer/v1/analyzer.proto', {
    includeDirs,
    keepCase: true,
    enums: String,
    // Absent fields have the default of their type.
    defaults: true,
  });
  let port = 0;
  const server = new Server({
    'grpc.max_receive_message_length': MAX_RECEIVED_BYTES,
    'grpc.max_send_message_length': MAX_ANSWER_BYTES,
    interceptors: [senderCheck(() => port, token), endSlowRequests],
  });
  server.addService(withUnreadable(serviceOf(definitions)), {
    Query: (call: QueryCall, reply: Reply) => answerQuery(service, call, reply),
    Contract: (call: ContractCall, reply: Reply) => answerContract(service, call, reply),
  });
  const health = new HealthImplementation({ '': 'SERVING', [SERVICE]: 'SERVING' });
  health.addToServer(server);
  if (token !== undefined) {
    const ofHealth = loadSync('health.proto', { includeDirs });
    new ReflectionService({ ...definitions, ...ofHealth }).addToServer(server);
  }
  port = await bind(server, options.port);
  return {
    port,
    close: () => {
      health.setStatus('', 'NOT_SERVING');
      health.setStatus(SERVICE, 'NOT_SERVING');
      return drain(server, drainMs);
    },
  };
}

function bind(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.bindAsync(`${ADDRESS}:${port}`, ServerCredentials.createInsecure(), (error, bound) => {
      if (error === null) resolve(bound);
      else reject(listenError(error, port));
    });
  });
}
