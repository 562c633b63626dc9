/** A color in sRGB, 0–255 each. */
export type Rgb = readonly [number, number, number];

/**
 * Colors from no repeated lines to all lines repeated. One hue with increasing contrast to the page's background, so
 * that the order is visible with every kind of color vision and in black-and-white print.
 */
const STOPS: Record<'light' | 'dark', readonly Rgb[]> = {
  light: [
    [231, 229, 223],
    [241, 208, 140],
    [232, 165, 75],
    [196, 98, 33],
    [124, 45, 18],
  ],
  dark: [
    [48, 51, 57],
    [96, 72, 40],
    [160, 104, 40],
    [222, 155, 62],
    [255, 219, 148],
  ],
};

/** Shares are skewed: most files have few repeats. The exponent spreads low values. */
const EXPONENT = 0.6;

/** @param share 0–1 */
export function colorOfShare(share: number, theme: 'light' | 'dark'): Rgb {
  const stops = STOPS[theme];
  const position = Math.min(1, Math.max(0, share)) ** EXPONENT * (stops.length - 1);
  const at = Math.min(stops.length - 2, Math.floor(position));
  const from = stops[at] ?? [0, 0, 0];
  const to = stops[at + 1] ?? from;
  const part = position - at;
  const mix = (channel: 0 | 1 | 2): number => Math.round(from[channel] + (to[channel] - from[channel]) * part);
  return [mix(0), mix(1), mix(2)];
}

export function css([red, green, blue]: Rgb): string {
  return `rgb(${red} ${green} ${blue})`;
}

/** Relative luminance (WCAG 2.2), 0 for black to 1 for white. */
export function luminance(color: Rgb): number {
  const [red, green, blue] = color.map((channel) => {
    const value = channel / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

/** Text colors on colors of the scale. */
export const CELL_INKS = { dark: 'rgb(28 25 20 / .88)', light: 'rgb(255 252 245 / .95)' } as const;

/** The text color, dark or light, with the higher contrast. */
export function inkOn(color: Rgb): 'dark' | 'light' {
  return luminance(color) > 0.179 ? 'dark' : 'light';
}
