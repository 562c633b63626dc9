/** Text worth a system call. */
const BATCH = 1 << 16;

/**
 * The same text in fewer, larger pieces. An empty text marks work that makes no text yet: it is handed on at once, for
 * the writer to let an interrupt be heard.
 */
export function* batches(texts: Iterable<string>): Generator<string> {
  let batch = '';
  for (const text of texts) {
    batch += text;
    if (batch.length >= BATCH || text === '') {
      yield batch;
      batch = '';
    }
  }
  if (batch !== '') yield batch;
}
