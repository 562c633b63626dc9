import { createHash } from 'node:crypto';
import {
  type Diagnostic,
  type DocumentDiagnosticReport,
  DocumentDiagnosticReportKind,
  type PreviousResultId,
  type WorkspaceDocumentDiagnosticReport,
} from 'vscode-languageserver/node';

/** The diagnostics of a document; a version only if it is open. */
export interface DocumentDiagnostics {
  uri: string;
  version: number | null;
  diagnostics: Diagnostic[];
}

/** Answers an editor that may have the diagnostics already. */
export function documentReport(items: Diagnostic[], previous: string | undefined): DocumentDiagnosticReport {
  const resultId = idOf(items);
  return resultId === previous
    ? { kind: DocumentDiagnosticReportKind.Unchanged, resultId }
    : { kind: DocumentDiagnosticReportKind.Full, resultId, items };
}

/** The reports of documents with diagnostics, and of those that had some. */
export function workspaceReports(
  documents: readonly DocumentDiagnostics[],
  previous: readonly PreviousResultId[],
): WorkspaceDocumentDiagnosticReport[] {
  const known = new Map(previous.map(({ uri, value }) => [uri, value]));
  const present = new Set(documents.map(({ uri }) => uri));
  const gone = previous.filter(({ uri }) => !present.has(uri));
  return [
    ...documents.map(({ uri, version, diagnostics }) => ({
      ...documentReport(diagnostics, known.get(uri)),
      uri,
      version,
    })),
    ...gone.map(({ uri, value }) => ({ ...documentReport([], value), uri, version: null })),
  ];
}

function idOf(items: readonly Diagnostic[]): string {
  return createHash('sha256').update(JSON.stringify(items)).digest('hex').slice(0, 16);
}
