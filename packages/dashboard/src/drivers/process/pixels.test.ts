import { PNG } from 'pngjs';
import { expect, it } from 'vitest';
import { pixelDiff } from './pixels.ts';

/** A white picture with black rectangles. */
function picture(width: number, height: number, ...black: { x: number; y: number; width: number; height: number }[]) {
  const png = new PNG({ width, height });
  png.data.fill(255);
  for (const box of black) {
    for (let y = box.y; y < box.y + box.height; y++) {
      for (let x = box.x; x < box.x + box.width; x++) png.data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3);
    }
  }
  return PNG.sync.write(png);
}

it('equal pictures have no changed pixel', () => {
  const one = picture(50, 40, { x: 3, y: 4, width: 10, height: 5 });
  expect(pixelDiff(one, one)).toEqual({ changed: 0, ratio: 0, resized: false, box: null });
});

it('changed pixels are counted, with the rectangle around them', () => {
  const diff = pixelDiff(picture(100, 100), picture(100, 100, { x: 20, y: 30, width: 10, height: 10 }));
  expect(diff).toEqual({ changed: 100, ratio: 0.01, resized: false, box: { x: 20, y: 30, width: 10, height: 10 } });
});

it('what only the larger picture has is changed, in both directions', () => {
  const [small, large] = [picture(100, 50), picture(120, 60)];
  const expected = { changed: 120 * 60 - 100 * 50, ratio: 0.305556, resized: true, box: null };
  expect(pixelDiff(small, large)).toEqual(expected);
  expect(pixelDiff(large, small)).toEqual(expected);
});

it('a single changed pixel of a large picture has a ratio above 0', () => {
  const diff = pixelDiff(picture(2000, 2000), picture(2000, 2000, { x: 7, y: 7, width: 1, height: 1 }));
  expect(diff.ratio).toBeGreaterThan(0);
});

it('bytes that are not a PNG are an error', () => {
  expect(() => pixelDiff(Buffer.from('x'), picture(1, 1))).toThrow();
});
