import { trimmed } from './ascii-space.ts';
import { invalidAt } from './setting-error.ts';

/**
 * The globs of `packages:` in a `pnpm-workspace.yaml`: a list at the top level, one item on a line or in brackets. Other
 * YAML has no effect.
 *
 * @throws {SettingError} for a list that is not of this form, and for a line at the top level without a key
 */
export function workspaceGlobsOfYaml(text: string): string[] {
  const globs: string[] = [];
  let [inList, inBrackets] = [false, false];
  let offset = 0;
  for (const line of text.split('\n')) {
    const content = trimmed(withoutComment(line));
    const value = /^[ \t]/.test(line) ? undefined : packagesValue(content);
    if (inBrackets) inBrackets = !readItems(content, globs);
    else if (value !== undefined) {
      if (value !== '' && !value.startsWith('[')) throw invalidAt(LIST, text, offset);
      inList = true;
      inBrackets = value !== '' && !readItems(value.slice(1), globs);
    } else if (/^[^ \t-]/.test(line) && content !== '') {
      inList = false;
      if (!isTopLevel(content)) throw invalidAt('YAML', text, offset);
    } else if (inList && content !== '') {
      if (!/^-[ \t]/.test(content)) throw invalidAt(LIST, text, offset);
      globs.push(unquoted(trimmed(content.slice(1))));
    }
    offset += line.length + 1;
  }
  if (inBrackets) throw invalidAt(LIST, text, text.length);
  return globs.filter((it) => it !== '');
}

const LIST = 'list "packages"';

function packagesValue(line: string): string | undefined {
  if (!line.startsWith('packages')) return undefined;
  const rest = trimmed(line.slice('packages'.length));
  return rest.startsWith(':') ? trimmed(rest.slice(1)) : undefined;
}

/** A key, a mark of a document, or the end of brackets. */
function isTopLevel(line: string): boolean {
  return /:(?:[ \t]|$)|^(?:---|\.\.\.|%|\}|\])/.test(line);
}

/** Adds the items of a list in brackets. Returns whether the list ends on this line. */
function readItems(line: string, globs: string[]): boolean {
  const isEnd = line.endsWith(']');
  for (const item of (isEnd ? line.slice(0, -1) : line).split(',')) globs.push(unquoted(trimmed(item)));
  return isEnd;
}

function withoutComment(line: string): string {
  const comment = line.search(/(?:^|[ \t])#/);
  return comment < 0 ? line : line.slice(0, comment);
}

function unquoted(text: string): string {
  const quote = text[0];
  if (quote !== '"' && quote !== "'") return text;
  const end = text.indexOf(quote, 1);
  return end < 0 ? '' : text.slice(1, end);
}
