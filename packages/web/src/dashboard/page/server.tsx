import type { PageModel } from '@analyzer/contracts/pages/dashboard';
import { render } from 'preact-render-to-string';
import { showBidi } from '../../style/visible-text.ts';
import { headlineOf } from '../model/headline.ts';
import { iconOf, titleOf } from '../model/tab.ts';
import { documentOf } from './document.ts';
import { Page } from './page.tsx';

showBidi();

export { earlierOf } from '../model/earlier.ts';
export { readView } from '../model/view.ts';
export { renderStatus } from './render-status.tsx';

/**
 * Renders the page as HTML without JavaScript.
 *
 * @param model undefined without a valid token: the page asks for one
 * @param origin of this server, as the user reaches it
 */
export function renderPage(model: PageModel | undefined, origin: string): string {
  const body =
    model === undefined
      ? '<main><p>This page needs a token. The form for it needs JavaScript.</p></main>'
      : render(<Page model={model} connection="none" staleSince={null} origin={origin} />);
  const headline = model === undefined ? undefined : headlineOf(model.state, null);
  const icon = iconOf(headline?.tone ?? 'quiet');
  return documentOf({
    title: headline === undefined ? 'Dashboard' : titleOf(headline),
    icon,
    head: `<meta name="compatible-with" content="WUP Dashboard">
<script type="module" src="assets/dashboard.js"></script>`,
    body,
  });
}
