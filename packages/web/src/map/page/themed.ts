import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Theme } from './theme.ts';

export const Themed = createContext<Theme>('light');

/** The present theme, for canvases; all other elements use CSS. */
export function useDrawnTheme(): Theme {
  return useContext(Themed);
}

/** Colours that a canvas can draw with. */
export interface Inks {
  paper: string;
  line: string;
  ink: string;
  faint: string;
  accent: string;
  cut: string;
  mark: string;
}

const known = new Map<Theme, Inks>();

/** The custom properties of `style.css` as they are in a theme, also while the page has the other one. */
export function inksOf(theme: Theme): Inks {
  const inks = known.get(theme) ?? readInks(theme);
  known.set(theme, inks);
  return inks;
}

function readInks(theme: Theme): Inks {
  const probe = document.createElement('span');
  probe.style.colorScheme = theme;
  document.body.append(probe);
  const colorOf = (name: string): string => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const inks: Inks = {
    paper: colorOf('paper'),
    line: colorOf('line'),
    ink: colorOf('ink'),
    faint: colorOf('faint'),
    accent: colorOf('accent'),
    cut: colorOf('cut'),
    mark: colorOf('mark'),
  };
  probe.remove();
  return inks;
}
