/** Text worth a system call. */
const BATCH = 1 << 16;

/**
 * The same text in fewer, larger pieces; what comes as bytes is handed on as it is. An empty text marks work that makes
 * no text yet: it is handed on at once, for the writer to let an interrupt be heard.
 */
export function* batches(texts: Iterable<string | Uint8Array>): Generator<string | Uint8Array> {
  let batch = '';
  for (const text of texts) {
    if (typeof text !== 'string') {
      if (batch !== '') yield batch;
      batch = '';
      yield text;
      continue;
    }
    batch += text;
    if (batch.length >= BATCH || text === '') {
      yield batch;
      batch = '';
    }
  }
  if (batch !== '') yield batch;
}
