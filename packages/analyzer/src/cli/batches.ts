/** Text worth a system call. */
const BATCH = 1 << 16;

/** The same text in fewer, larger pieces. */
export function* batches(texts: Iterable<string>): Generator<string> {
  let batch = '';
  for (const text of texts) {
    batch += text;
    if (batch.length >= BATCH) {
      yield batch;
      batch = '';
    }
  }
  if (batch !== '') yield batch;
}
