import { extensionOf } from '@analyzer/core/session/extension-of.ts';
import type { TextDocument } from 'vscode-languageserver-textdocument';

/** Identifiers of the protocol that are not those of `languages/`. */
const OTHER_NAMES: ReadonlyMap<string, { language: string; dialect?: string }> = new Map([
  ['javascriptreact', { language: 'javascript', dialect: 'jsx' }],
  ['typescriptreact', { language: 'typescript', dialect: 'tsx' }],
  ['shellscript', { language: 'bash' }],
  ['sh', { language: 'bash' }],
]);

const SCHEME = 'untitled:';

/** The path by which a document without a file is known; undefined for other documents and languages. */
export function untitledPath({ uri, languageId }: TextDocument): string | undefined {
  if (!uri.startsWith(SCHEME)) return undefined;
  const { language, dialect } = OTHER_NAMES.get(languageId) ?? { language: languageId };
  const extension = extensionOf(language, dialect);
  return extension === undefined ? undefined : `${uri}${extension}`;
}

/** The document of such a path; undefined for paths of files. */
export function untitledUri(path: string): string | undefined {
  return path.startsWith(SCHEME) ? path.slice(0, path.lastIndexOf('.')) : undefined;
}
