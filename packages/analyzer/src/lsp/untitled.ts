import type { TextDocument } from 'vscode-languageserver-textdocument';

/** Extensions by the language identifiers of the protocol. */
const EXTENSIONS: ReadonlyMap<string, string> = new Map([
  ['python', '.py'],
  ['javascript', '.js'],
  ['javascriptreact', '.jsx'],
  ['typescript', '.ts'],
  ['typescriptreact', '.tsx'],
  ['php', '.php'],
  ['shellscript', '.sh'],
  ['bash', '.sh'],
  ['sh', '.sh'],
]);

const SCHEME = 'untitled:';

/** The path by which a document without a file is known; undefined for other documents and languages. */
export function untitledPath({ uri, languageId }: TextDocument): string | undefined {
  const extension = EXTENSIONS.get(languageId);
  return uri.startsWith(SCHEME) && extension !== undefined ? `${uri}${extension}` : undefined;
}

/** The document of such a path; undefined for paths of files. */
export function untitledUri(path: string): string | undefined {
  return path.startsWith(SCHEME) ? path.slice(0, path.lastIndexOf('.')) : undefined;
}
