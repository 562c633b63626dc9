import { useEffect } from 'preact/hooks';
import type { Headline } from '../model/headline.ts';
import { iconOf, titleOf } from '../model/tab.ts';

/** Shows the headline in the title and the icon of the browser's tab. */
export function useTab({ counts, tone }: Headline): void {
  useEffect(() => {
    document.title = titleOf({ counts });
    document.querySelector('link[rel=icon]')?.setAttribute('href', iconOf(tone));
  }, [counts, tone]);
}
