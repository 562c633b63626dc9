import { render } from 'preact-render-to-string';
import type { PageModel } from '../data.ts';
import { Page } from './page.tsx';
import { showBidi } from './visible-text.ts';

showBidi();

export { earlierOf } from '../model/earlier.ts';
export { readView } from '../model/view.ts';

/**
 * The page as HTML that needs no script.
 *
 * @param model undefined for a reader who may not read it: the page's frame asks for a token
 * @param origin address of this server, as the reader reaches it
 */
export function renderPage(model: PageModel | undefined, origin: string): string {
  const body =
    model === undefined
      ? '<main><p>A token is needed to read this. The form for it needs JavaScript.</p></main>'
      : render(<Page model={model} connection="none" staleSince={null} origin={origin} />);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="compatible-with" content="WUP Dashboard">
<title>Dashboard</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/assets/dashboard.css">
<script type="module" src="/assets/dashboard.js"></script>
</head>
<body><div id="page">${body}</div></body>
</html>
`;
}
