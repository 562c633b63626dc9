/** What an indexer that watches folders tells the program that started it. */
export type IndexState =
  /** There is an index. `behindSince`: time of the first change that it does not have, in milliseconds since the epoch. */
  { type: 'state'; behindSince?: number } | { type: 'problem'; message: string };

/** Whether a message of another process is one of these. */
export function isIndexState(message: unknown): message is IndexState {
  if (typeof message !== 'object' || message === null || !('type' in message)) return false;
  if (message.type === 'problem') return 'message' in message && typeof message.message === 'string';
  return message.type === 'state' && (!('behindSince' in message) || typeof message.behindSince === 'number');
}
