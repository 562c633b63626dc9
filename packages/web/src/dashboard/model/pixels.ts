/** Smaller differences of a channel are invisible: font smoothing differs slightly between runs. */
const UNSEEN = 16;

/**
 * Compares two pictures of equal size, marks differing pixels in the later one and fades the others.
 *
 * @param before red, green, blue and opacity of each pixel
 * @param after the same; changed in place
 * @returns the number of differing pixels
 */
export function markChanges(before: Uint8ClampedArray, after: Uint8ClampedArray): number {
  let changed = 0;
  for (let i = 0; i < after.length; i += 4) {
    let differs = false;
    for (let channel = i; channel < i + 4; channel++) {
      if (Math.abs((before[channel] ?? 0) - (after[channel] ?? 0)) > UNSEEN) differs = true;
    }
    if (differs) {
      changed++;
      after[i] = 214;
      after[i + 1] = 32;
      after[i + 2] = 80;
      after[i + 3] = 255;
    } else {
      // A quarter of its contrast, on white.
      for (let channel = i; channel < i + 3; channel++) after[channel] = 191 + (after[channel] ?? 0) / 4;
    }
  }
  return changed;
}
