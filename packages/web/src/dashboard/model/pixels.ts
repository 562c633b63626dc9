import pixelmatch from 'pixelmatch';

/** As in the verdict of the server, so that both count the same pixels. */
const THRESHOLD = 0.1;
const FADED = 0.2;
export const CHANGED: [number, number, number] = [214, 32, 80];

interface Pictures {
  /** Red, green, blue and opacity of each pixel. */
  before: Uint8ClampedArray;
  after: Uint8ClampedArray;
  /** The result: the later picture, faded, with the differing pixels marked. */
  marked: Uint8ClampedArray;
  width: number;
  height: number;
}

/**
 * Compares two pictures of equal size. Smoothed edges do not count.
 *
 * @returns the number of differing pixels
 */
export function markChanges({ before, after, marked, width, height }: Pictures): number {
  return pixelmatch(before, after, marked, width, height, {
    threshold: THRESHOLD,
    alpha: FADED,
    diffColor: CHANGED,
    aaColor: [200, 200, 200],
  });
}
