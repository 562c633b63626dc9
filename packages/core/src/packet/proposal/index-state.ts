import { hex } from '#index/keys.ts';
import type { Snapshot } from '#index/port.ts';
import type { ReadPacket } from './read-packet.ts';

/** The state of the index that is compared with a packet. */
export interface IndexState {
  snapshotId: string;
  /** Ids of the packet's files whose content is the same. */
  unchanged: ReadonlySet<string>;
}

const FILE = `
  SELECT sha256 FROM file JOIN project ON project.id = project_id WHERE project.label = ? AND path = ?`;

/** Compares the files of a packet with the index. */
export function indexState(snapshot: Snapshot, { evidence }: ReadPacket): IndexState {
  const unchanged = evidence.files.filter(({ project, path, sha256 }) => {
    const bytes = snapshot.first(FILE, [project, path], (row) => row.optionalBytes('sha256'));
    return bytes !== undefined && hex(bytes) === sha256;
  });
  return { snapshotId: snapshot.id, unchanged: new Set(unchanged.map(({ id }) => id)) };
}
