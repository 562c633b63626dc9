/** @returns the snapshot that a request wants, which may be invalid; undefined for none */
export function requestedSnapshot(request: unknown): string | undefined {
  if (typeof request !== 'object' || request === null || !('params' in request)) return undefined;
  const { params } = request;
  if (typeof params !== 'object' || params === null || !('snapshot_id' in params)) return undefined;
  return typeof params.snapshot_id === 'string' ? params.snapshot_id : undefined;
}
