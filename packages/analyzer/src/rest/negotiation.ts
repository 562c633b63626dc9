import { AnalyzerError } from '@analyzer/contracts';

const JSON_BODY = /^application\/json[\t ]*(;[\t ]*charset="?utf-8"?[\t ]*)?$/i;

/** @throws AnalyzerError `unsupported_media_type` unless the body is uncompressed JSON in UTF-8 */
export function checkBodyType(type: string | undefined, encoding: string | undefined): void {
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw new AnalyzerError(
      'unsupported_media_type',
      { problem: 'the body is compressed' },
      { hint: 'Send it without Content-Encoding.' },
    );
  }
  if (type !== undefined && JSON_BODY.test(type)) return;
  throw new AnalyzerError(
    'unsupported_media_type',
    { problem: type === undefined ? 'the body has no Content-Type' : 'the body is not JSON in UTF-8' },
    { hint: 'Send the header `Content-Type: application/json`.' },
  );
}

/**
 * @param accept the `Accept` header; undefined for any type
 * @param type of the answer
 * @throws AnalyzerError `not_acceptable`
 */
export function checkAccept(accept: string | undefined, type: string): void {
  if (accept === undefined || accept.trim() === '') return;
  const [group = ''] = type.split('/');
  // The most specific range decides (RFC 9110, 12.5.1).
  const qualities = new Map(accept.toLowerCase().split(',').map(rangeOf));
  const quality = qualities.get(type) ?? qualities.get(`${group}/*`) ?? qualities.get('*/*') ?? 0;
  if (quality > 0) return;
  throw new AnalyzerError('not_acceptable', { type }, { hint: `Send \`Accept: ${type}\`, or no Accept.` });
}

function rangeOf(text: string): [range: string, quality: number] {
  const [range = '', ...parameters] = text.split(';').map((part) => part.trim());
  const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  return [range, quality === undefined ? 1 : Number(quality) || 0];
}
