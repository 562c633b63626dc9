import { render } from 'preact-render-to-string';
import type { PageModel } from '../data.ts';
import { Page } from './page.tsx';

export { earlierOf } from '../model/earlier.ts';
export { readView } from '../model/view.ts';

/**
 * The page as HTML that needs no script.
 *
 * @param model undefined for whoever may not read: they get the page's frame, which asks for a token
 */
export function renderPage(model: PageModel | undefined): string {
  const body =
    model === undefined
      ? '<main><p>A token is needed to read this. The form for it needs JavaScript.</p></main>'
      : render(<Page model={model} connection="none" />);
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
