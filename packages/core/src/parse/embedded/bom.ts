export const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

export function hasBom(source: Buffer): boolean {
  return source.subarray(0, BOM.length).equals(BOM);
}
