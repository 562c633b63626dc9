/** Type and size of a picture, from its first bytes. */
export interface Picture {
  type: 'image/png' | 'image/jpeg' | 'image/webp';
  width: number;
  height: number;
}

/** Larger pictures are refused: a browser needs four bytes for each pixel. */
export const PIXELS = 40_000_000;

/**
 * Detects the type of a picture by its magic bytes; the declared type is ignored.
 *
 * @returns undefined unless it is a PNG, JPEG or WebP with a size
 */
export function pictureOf(bytes: Buffer): Picture | undefined {
  const found = png(bytes) ?? jpeg(bytes) ?? webp(bytes);
  return found !== undefined && found.width > 0 && found.height > 0 ? found : undefined;
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function png(bytes: Buffer): Picture | undefined {
  if (bytes.length < 24 || !bytes.subarray(0, 8).equals(PNG) || bytes.toString('latin1', 12, 16) !== 'IHDR') {
    return undefined;
  }
  return { type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** Walks the segments to the frame header (ISO/IEC 10918-1, annex B). */
function jpeg(bytes: Buffer): Picture | undefined {
  if (bytes.length < 4 || bytes[0] !== 0xff || bytes[1] !== 0xd8) return undefined;
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes[at + 1] ?? 0;
    const frame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (frame) return { type: 'image/jpeg', width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
  }
  return undefined;
}

/** Lossy, lossless and extended files store their size differently (RFC 9649). */
function webp(bytes: Buffer): Picture | undefined {
  if (bytes.length < 30 || bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP') {
    return undefined;
  }
  const type = 'image/webp';
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return { type, width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21);
      return { type, width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { type, width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    default:
      return undefined;
  }
}
