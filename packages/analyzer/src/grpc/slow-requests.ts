import { AnalyzerError } from '@analyzer/contracts';
import { problemOf } from '@analyzer/core/query/answer/problem.ts';
import { REQUEST_SECONDS } from '@analyzer/core/service/service.ts';
import { ServerInterceptingCall, type ServerInterceptor } from '@grpc/grpc-js';
import { statusOf } from './problem.ts';
import { SERVICE } from './service-definition.ts';

const MS = 1000;

/** Ends calls whose message is not complete in time. Calls of other services, such as reflection, are streams. */
export const endSlowRequests: ServerInterceptor = ({ path }, call) => {
  if (!path.startsWith(`/${SERVICE}/`)) return new ServerInterceptingCall(call);
  const late = setTimeout(() => {
    const error = new AnalyzerError('request_timeout', { seconds: String(REQUEST_SECONDS) });
    call.sendStatus(statusOf(problemOf(error)));
  }, REQUEST_SECONDS * MS);
  return new ServerInterceptingCall(call, {
    start(next) {
      next({
        onReceiveHalfClose(pass) {
          clearTimeout(late);
          pass();
        },
        onCancel: () => clearTimeout(late),
      });
    },
    sendStatus(status, next) {
      clearTimeout(late);
      next(status);
    },
  });
};
