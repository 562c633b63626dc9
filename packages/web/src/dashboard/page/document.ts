interface Parts {
  title: string;
  /** A data URL. */
  icon: string;
  /** Further elements, as HTML. */
  head: string;
  /** HTML. */
  body: string;
}

/** A complete HTML document with the style of the dashboard. */
export function documentOf({ title, icon, head, body }: Parts): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}</title>
<link rel="icon" href="${icon}">
<link rel="stylesheet" href="assets/dashboard.css">
${head}
</head>
<body><div id="page">${body}</div></body>
</html>
`;
}

function escaped(text: string): string {
  return text.replace(/[&<>]/g, (one) => `&#${one.charCodeAt(0)};`);
}
