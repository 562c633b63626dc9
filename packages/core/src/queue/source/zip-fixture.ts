import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipEntry {
  path: string | Buffer;
  content?: string | Buffer;
  /** Of Unix. */
  mode?: number;
  flags?: number;
  method?: number;
  /** In place of the length of the content. */
  size?: number;
  crc?: number;
  extra?: Buffer;
  /** Number of the entry whose data it has, from 0. */
  sharing?: number;
}

export interface ZipEnd {
  /** In place of the number of entries. */
  count?: number;
  comment?: string;
}

const UTF8 = 0x800;
const [UNIX, DEFLATED] = [3, 8];

/** A zip archive; each entry is deflated unless it has another method. */
export function zip(entries: readonly ZipEntry[], { count = entries.length, comment = '' }: ZipEnd = {}): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  const offsets: number[] = [];
  let at = 0;
  for (const { path, content = '', mode = 0o100644, flags = UTF8, method = DEFLATED, sharing, ...its } of entries) {
    const [name, bytes, extra] = [Buffer.from(path), Buffer.from(content), its.extra ?? Buffer.alloc(0)];
    const data = method === DEFLATED ? deflateRawSync(bytes) : bytes;
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(flags, 2);
    common.writeUInt16LE(method, 4);
    common.writeUInt32LE(its.crc ?? crc32(bytes), 10);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(its.size ?? bytes.length, 18);
    common.writeUInt16LE(name.length, 22);
    common.writeUInt16LE(extra.length, 24);
    const offset = sharing === undefined ? at : (offsets[sharing] ?? 0);
    offsets.push(offset);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE((mode << 16) >>> 0, 6);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02'), Buffer.from([20, UNIX]), common, rest, name, extra);
    if (sharing !== undefined) continue;
    const body = [Buffer.from('PK\x03\x04'), common, name, extra, data];
    bodies.push(...body);
    at += body.reduce((sum, { length }) => sum + length, 0);
  }
  const length = directory.reduce((sum, its) => sum + its.length, 0);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(count & 0xffff, 8);
  end.writeUInt16LE(count & 0xffff, 10);
  end.writeUInt32LE(length, 12);
  end.writeUInt32LE(at, 16);
  end.writeUInt16LE(comment.length, 20);
  return Buffer.concat([...bodies, ...directory, end, Buffer.from(comment, 'latin1')]);
}
