import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Theme } from './theme.ts';

export const Themed = createContext<Theme>('light');

/** The present theme, for canvases; all other elements use CSS. */
export function useDrawnTheme(): Theme {
  return useContext(Themed);
}

export interface Inks {
  paper: string;
  line: string;
  ink: string;
  faint: string;
  accent: string;
  cut: string;
  mark: string;
}

export const INKS: Record<Theme, Inks> = {
  light: {
    paper: '#fbfaf7',
    line: '#e3dfd5',
    ink: '#23211d',
    faint: '#6d675d',
    accent: '#1d5c87',
    cut: '#b3261e',
    mark: '#4a6d88',
  },
  dark: {
    paper: '#15171a',
    line: '#2e3238',
    ink: '#eceae4',
    faint: '#9c988f',
    accent: '#7dbbe6',
    cut: '#ff8a7a',
    mark: '#86a9c4',
  },
};
