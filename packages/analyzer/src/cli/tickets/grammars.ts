import { fileURLToPath } from 'node:url';
import { readDocuments } from '@analyzer/core/service/documents.ts';

/** The grammars of the documents that tasks write, by file name. */
export function grammars(): Map<string, string> {
  const documents = readDocuments(fileURLToPath(new URL('.', import.meta.url)));
  const names = ['task-result', 'ticket-proposal'];
  return new Map(names.map((name) => [`${name}.gbnf`, documents.find('grammar', name).text]));
}
