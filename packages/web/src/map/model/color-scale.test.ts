import { expect, it } from 'vitest';
import { colorOfShare, inkOn, luminance } from './color-scale.ts';

it.each(['light', 'dark'] as const)(
  'grows steadily away from the %s page, so the order is seen without hue',
  (theme) => {
    const away = theme === 'light' ? -1 : 1;
    for (let percent = 1; percent <= 100; percent++) {
      const step = luminance(colorOfShare(percent / 100, theme)) - luminance(colorOfShare((percent - 1) / 100, theme));
      expect(step * away).toBeGreaterThan(0);
    }
  },
);

it('picks an ink of at least 4.5 : 1 on every colour', () => {
  for (const theme of ['light', 'dark'] as const) {
    for (let percent = 0; percent <= 100; percent++) {
      const color = colorOfShare(percent / 100, theme);
      const ink = inkOn(color) === 'light' ? 1 : 0;
      const [high, low] = [Math.max(luminance(color), ink), Math.min(luminance(color), ink)];
      expect((high + 0.05) / (low + 0.05)).toBeGreaterThan(4.5);
    }
  }
});
