import { expect, it } from 'vitest';
import { colorOfShare, inkOn, luminance } from './color-scale.ts';

it.each(['light', 'dark'] as const)(
  'contrast with the %s page increases monotonically, so that hue is not needed',
  (theme) => {
    const away = theme === 'light' ? -1 : 1;
    for (let percent = 1; percent <= 100; percent++) {
      const step = luminance(colorOfShare(percent / 100, theme)) - luminance(colorOfShare((percent - 1) / 100, theme));
      expect(step * away).toBeGreaterThan(0);
    }
  },
);

it('selects a text color with a contrast of at least 4.5 : 1 on every color', () => {
  for (const theme of ['light', 'dark'] as const) {
    for (let percent = 0; percent <= 100; percent++) {
      const color = colorOfShare(percent / 100, theme);
      const ink = inkOn(color) === 'light' ? 1 : 0;
      const [high, low] = [Math.max(luminance(color), ink), Math.min(luminance(color), ink)];
      expect((high + 0.05) / (low + 0.05)).toBeGreaterThan(4.5);
    }
  }
});
