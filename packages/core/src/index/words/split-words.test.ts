import { expect, test } from 'vitest';
import { splitName } from './split-words.ts';

test.each([
  ['retryWithBackoff', ['retry', 'with', 'backoff'], 'retrywithbackoff'],
  ['retry_with_backoff', ['retry', 'with', 'backoff'], 'retrywithbackoff'],
  ['RETRY-WITH.BACKOFF', ['retry', 'with', 'backoff'], 'retrywithbackoff'],
  ['XMLHttpRequest2', ['xml', 'http', 'request'], 'xmlhttprequest2'],
  ['sha256sum', ['sha', '256', 'sum'], 'sha256sum'],
  ['eTag', ['tag'], 'etag'],
  ['straßeÖffnen', ['straße', 'öffnen'], 'straßeöffnen'],
  ['読み込む_file', ['読み込む', 'file'], '読み込むfile'],
  ['retry', ['retry'], undefined],
  ['x', [], undefined],
  ['***', [], undefined],
  ['\ud800', [], undefined],
])('the name %s has the words %j and is %j without separators', (name, words, joined) => {
  expect(splitName(name)).toEqual({ words, joined });
});

test('words longer than 64 characters are not words', () => {
  expect(splitName(`${'a'.repeat(65)}_b2c_parse`)).toEqual({ words: ['parse'], joined: undefined });
});
