import { readFileSync } from 'node:fs';
import type { Reply, Route } from '../../http/exchange.ts';
import { openapi } from './openapi.ts';

/** The files of the page /docs, which the build copies next to the program: Swagger UI and its start script. */
export interface DocsFiles {
  start: Buffer;
  script: Buffer;
  style: Buffer;
}

/** @param folder of the program */
export function docsFiles(folder: URL): DocsFiles {
  const file = (name: string): Buffer => readFileSync(new URL(`assets/${name}`, folder));
  return { start: file('docs.js'), script: file('swagger-ui.js'), style: file('swagger-ui.css') };
}

/** The OpenAPI description, and a page to read and try it; both are generated from the table of routes. */
export function descriptionRoutes(described: readonly Route[], files: DocsFiles): Route[] {
  const own: Route[] = [
    {
      method: 'GET',
      path: '/openapi.json',
      scope: 'open',
      summary: 'OpenAPI description of this server.',
      handle: ({ origin }) => ({ status: 200, json: openapi([...described, ...own], origin) }),
    },
    {
      method: 'GET',
      path: '/docs',
      aliases: ['/redoc'],
      scope: 'open',
      summary: 'Page to read and try the OpenAPI description.',
      handle: () => ({ status: 200, type: 'text/html; charset=utf-8', pieces: [page([...described, ...own])] }),
    },
    asset('/assets/docs.js', 'text/javascript; charset=utf-8', files.start),
    asset('/assets/swagger-ui.js', 'text/javascript; charset=utf-8', files.script),
    asset('/assets/swagger-ui.css', 'text/css; charset=utf-8', files.style),
  ];
  return own;
}

function asset(path: string, type: string, content: Buffer): Route {
  const handle = (): Reply => ({ status: 200, type, pieces: [content] });
  return { method: 'GET', path, scope: 'open', summary: 'A file of the page /docs.', handle };
}

/** Without JavaScript the page is a table of the requests. */
function page(routes: readonly Route[]): string {
  const rows = routes.map(({ method, path, scope, body, summary, aliases }) => {
    const others = aliases === undefined ? '' : ` <small>also ${escaped(aliases.join(', '))}</small>`;
    const media = body === undefined ? '' : ` <small>${escaped(body)}</small>`;
    return `<tr><th scope="row"><code>${method} ${escaped(path)}</code>${others}</th><td>${escaped(summary)}${media}</td><td>${scope === 'open' ? '–' : scope}</td></tr>`;
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Dashboard: requests</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="assets/swagger-ui.css">
<script src="assets/swagger-ui.js" defer></script>
<script src="assets/docs.js" defer></script>
</head>
<body><main>
<div id="docs"></div>
<noscript>
<h1>Requests</h1>
<p>For programs: <a href="openapi.json">openapi.json</a>. Errors are <code>{"detail": …}</code>.</p>
<table><thead><tr><th scope="col">Request</th><th scope="col">Effect</th><th scope="col">Scope</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table>
</noscript>
</main></body>
</html>
`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
