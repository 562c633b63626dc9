import { AnalyzerError } from '@analyzer/contracts';
import { MAX_REQUEST_BYTES } from '@analyzer/core/query/request/read-request.ts';

/** Converts an error of the HTTP framework. Other errors are returned unchanged. */
export function errorOfFramework(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error;
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new AnalyzerError('request_too_large', { limit: String(MAX_REQUEST_BYTES) }, { cause: error });
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
    case 'ECONNRESET':
      return new AnalyzerError('malformed_http', { reason: 'its body is incomplete' }, { cause: error });
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new AnalyzerError(
        'unsupported_media_type',
        { problem: 'the body is not JSON in UTF-8' },
        { cause: error },
      );
    case 'FST_ERR_BAD_URL':
      return new AnalyzerError('unknown_route', { route: 'invalid percent-encoding' }, { cause: error });
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new AnalyzerError('unknown_route', { route: 'too long' }, { cause: error });
    default:
      return error;
  }
}
