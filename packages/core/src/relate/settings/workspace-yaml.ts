/** The longest line of a list item that is read. */
const LONGEST = 1000;

/**
 * The globs of `packages:` in a `pnpm-workspace.yaml`: a list at the top level, one item on a line or in brackets. Other
 * YAML has no effect.
 */
export function workspaceGlobsOfYaml(text: string): string[] {
  const globs: string[] = [];
  let inList = false;
  for (const line of text.split('\n')) {
    if (line.length > LONGEST) continue;
    const key = /^packages[ \t]*:(.*)$/.exec(line.trimEnd());
    if (key !== null) {
      inList = true;
      const flow = /^\[(.*)\]$/.exec(withoutComment(key[1] ?? ''));
      for (const item of flow?.[1]?.split(',') ?? []) globs.push(unquoted(item.trim()));
    } else if (/^[^\s#-]/.test(line)) inList = false;
    else if (inList) {
      const item = /^[ \t]*-[ \t]+(.*)$/.exec(line);
      if (item !== null) globs.push(unquoted(withoutComment(item[1] ?? '')));
    }
  }
  return globs.filter((it) => it !== '');
}

function withoutComment(text: string): string {
  const trimmed = text.trim();
  if (/^["']/.test(trimmed)) return trimmed;
  const comment = trimmed.search(/(?:^|[ \t])#/);
  return (comment < 0 ? trimmed : trimmed.slice(0, comment)).trim();
}

function unquoted(text: string): string {
  const quote = text[0];
  if (quote !== '"' && quote !== "'") return text;
  const end = text.indexOf(quote, 1);
  return end < 0 ? '' : text.slice(1, end);
}
