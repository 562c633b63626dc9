import type { PageModel } from '@analyzer/contracts/pages/dashboard';
import { render } from 'preact-render-to-string';
import { headlineOf } from '../model/headline.ts';
import { iconOf, titleOf } from '../model/tab.ts';
import { Page } from './page.tsx';
import { showBidi } from './visible-text.ts';

showBidi();

export { earlierOf } from '../model/earlier.ts';
export { readView } from '../model/view.ts';

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
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="compatible-with" content="WUP Dashboard">
<title>${headline === undefined ? 'Dashboard' : titleOf(headline)}</title>
<link rel="icon" href="${icon}">
<link rel="stylesheet" href="assets/dashboard.css">
<script type="module" src="assets/dashboard.js"></script>
</head>
<body><div id="page">${body}</div></body>
</html>
`;
}
