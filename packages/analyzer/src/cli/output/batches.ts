/** Size of a batch in characters. */
const BATCH = 1 << 16;

/**
 * Joins texts into larger batches; bytes are passed on unchanged. An empty text is a step without output: it is passed
 * on at once, so that the writer can handle an interrupt.
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
