import type { PixelDiff } from '@analyzer/contracts/pages/captures';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';

/** Distance of colours from which a pixel differs, as in the library: 0 to 1. Pixels of smoothed edges do not count. */
const THRESHOLD = 0.1;
const BYTES = 4;

/**
 * Compares two pictures pixel by pixel. What only one of them has, since their sizes differ, differs.
 *
 * @param before and @param after PNG, at most 40 million pixels each
 * @throws Error for bytes that are not a PNG
 */
export function pixelDiff(before: Buffer, after: Buffer): PixelDiff {
  const [a, b] = [PNG.sync.read(before), PNG.sync.read(after)];
  const width = Math.max(a.width, b.width);
  const height = Math.max(a.height, b.height);
  const common = { width: Math.min(a.width, b.width), height: Math.min(a.height, b.height) };
  const marks = new Uint8Array(common.width * common.height * BYTES);
  const changed =
    pixelmatch(cropped(a, common), cropped(b, common), marks, common.width, common.height, {
      threshold: THRESHOLD,
      diffMask: true,
    }) +
    width * height -
    common.width * common.height;
  return {
    changed,
    ratio: Math.ceil((changed / (width * height)) * 1e6) / 1e6,
    resized: a.width !== b.width || a.height !== b.height,
    box: boxOf(marks, common.width),
  };
}

interface Size {
  width: number;
  height: number;
}

function cropped({ data, width }: Size & { data: Uint8Array }, size: Size): Uint8Array {
  if (width === size.width) return data.subarray(0, size.width * size.height * BYTES);
  const rows = new Uint8Array(size.width * size.height * BYTES);
  for (let row = 0; row < size.height; row++) {
    rows.set(data.subarray(row * width * BYTES, (row * width + size.width) * BYTES), row * size.width * BYTES);
  }
  return rows;
}

/** The smallest rectangle around all marked pixels. */
function boxOf(marks: Uint8Array, width: number): PixelDiff['box'] {
  let [left, right, top, bottom] = [width, -1, -1, -1];
  for (let at = 0; at < marks.length / BYTES; at++) {
    if (marks[at * BYTES + 3] === 0) continue;
    const [x, y] = [at % width, Math.floor(at / width)];
    left = Math.min(left, x);
    right = Math.max(right, x);
    if (top < 0) top = y;
    bottom = y;
  }
  return right < 0 ? null : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}
