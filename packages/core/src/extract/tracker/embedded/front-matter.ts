import { CORE_SCHEMA, dump, load, YAMLException } from 'js-yaml';

/** A Markdown file that starts with YAML between two lines `---`. */
export interface MarkdownDocument {
  fields: Record<string, unknown>;
  /** Everything after the second line `---`. */
  body: string;
}

const DEEPEST = 20;
const OPENING = /^---[ \t]*\r?\n/;
const CLOSING = /^---[ \t]*(?:\r?\n|$)/m;

/** Strings are quoted, so that no text of a project becomes YAML. */
export function markdownText({ fields, body }: MarkdownDocument): string {
  const yaml = dump(fields, { forceQuotes: true, quoteStyle: 'double', lineWidth: -1, noRefs: true });
  return `---\n${yaml}---\n${body}`;
}

/** @returns the problem if the text has no valid front matter */
export function readMarkdown(text: string): MarkdownDocument | string {
  const start = OPENING.exec(text);
  if (start === null) return 'the first line is not ---';
  const rest = text.slice(start[0].length);
  const end = CLOSING.exec(rest);
  if (end === null) return 'there is no second line ---';
  try {
    const fields: unknown = load(rest.slice(0, end.index), {
      schema: CORE_SCHEMA,
      maxAliases: 0,
      maxDepth: DEEPEST,
    });
    if (!isRecord(fields)) return 'the front matter has no keys';
    return { fields, body: rest.slice(end.index + end[0].length) };
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const line = error.mark === undefined ? '' : `line ${error.mark.line + 2}: `;
    return `${line}${error.reason}`;
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
