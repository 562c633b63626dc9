import type { Readable, Writable } from 'node:stream';
import { AnalyzerError } from '@analyzer/contracts';
import type { ProjectSession } from '@analyzer/core/session/session.ts';
import { watchProject } from '@analyzer/core/session/watch.ts';
import {
  CodeActionKind,
  CodeLensRefreshRequest,
  type Connection,
  createConnection,
  type InitializeParams,
  type InitializeResult,
  MessageType,
  ShowDocumentRequest,
  ShowMessageNotification,
  TextDocumentSyncKind,
  TextDocuments,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { OpenDocuments } from './open-documents.ts';
import { filePathOf, Project } from './project.ts';
import {
  diagnosticsOf,
  type FileView,
  hoverOf,
  lensesOf,
  otherCopies,
  SHOW_COPIES,
  silencingActions,
} from './views.ts';

/** Reads the project in a folder. */
export type OpenProject = (folder: string, signal: AbortSignal) => Promise<ProjectSession>;

export interface LspOptions {
  stdin: Readable;
  stdout: Writable;
  /** Of this program. */
  version: string;
  /** The folder, if the user named one; else the editor names its folders. */
  folder?: string;
}

export interface LspServer {
  /** Resolves when the client closes the connection. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

/** Serves the Language Server Protocol over standard input and output. */
export function serveLsp(open: OpenProject, options: LspOptions): LspServer {
  const server = new LanguageServer(open, options);
  return { ended: server.ended, close: () => server.close() };
}

class LanguageServer {
  readonly ended: Promise<void>;
  readonly #open: OpenProject;
  readonly #options: LspOptions;
  readonly #connection: Connection;
  readonly #texts = new TextDocuments(TextDocument);
  readonly #documents = new OpenDocuments((document) => this.#analyze(document));
  readonly #stop = new AbortController();
  #projects: Promise<Project>[] = [];
  #client: InitializeParams['capabilities'] = {};
  /** Diagnostics by URI, to send only changes. */
  readonly #published = new Map<string, string>();

  constructor(open: OpenProject, options: LspOptions) {
    this.#open = open;
    this.#options = options;
    const { stdin, stdout } = options;
    this.#connection = createConnection(stdin, stdout);
    this.ended = new Promise((resolve) => {
      stdin.once('end', resolve).once('close', resolve);
      stdout.once('error', () => resolve());
    });
    this.#listen();
  }

  async close(): Promise<void> {
    this.#stop.abort(new AnalyzerError('cancelled', {}));
    await Promise.allSettled(this.#projects);
    this.#connection.dispose();
  }

  #listen(): void {
    const [connection, texts] = [this.#connection, this.#texts];
    connection.onInitialize((params) => this.#initialize(params));
    texts.onDidChangeContent(({ document }) => this.#documents.change(document));
    texts.onDidClose(({ document }) => void this.#close(document));
    texts.onDidSave(({ document }) => void this.#save(document));
    connection.onHover(({ textDocument, position }) =>
      this.#answer(textDocument.uri, (view) => hoverOf(view, position.line)),
    );
    connection.onReferences(({ textDocument, position, context }) =>
      this.#answer(textDocument.uri, (view) => otherCopies(view, position.line, context.includeDeclaration)),
    );
    connection.onCodeLens(({ textDocument }) => this.#answer(textDocument.uri, lensesOf));
    connection.onCodeAction(({ textDocument, range }) =>
      this.#answer(textDocument.uri, (view) => silencingActions(view, range.start.line)),
    );
    connection.onExecuteCommand(({ command, arguments: [uri, position] = [] }) =>
      command === SHOW_COPIES ? this.#showCopy(uri, position) : undefined,
    );
    texts.listen(connection);
    connection.listen();
  }

  #initialize({ capabilities, rootUri, workspaceFolders }: InitializeParams): InitializeResult {
    this.#client = capabilities;
    const { folder, version } = this.#options;
    const uris = workspaceFolders?.map(({ uri }) => uri) ?? (rootUri === null ? [] : [rootUri]);
    const folders = folder === undefined ? uris.flatMap((uri) => filePathOf(uri) ?? []) : [folder];
    this.#projects = folders.map((path) => this.#openProject(path));
    for (const project of this.#projects) project.catch((error: unknown) => this.#report(error));
    return {
      serverInfo: { name: 'analyzer', version },
      capabilities: {
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
        hoverProvider: true,
        referencesProvider: true,
        codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix] },
        codeLensProvider: { resolveProvider: false },
        executeCommandProvider: { commands: [SHOW_COPIES] },
      },
    };
  }

  async #openProject(folder: string): Promise<Project> {
    const { signal } = this.#stop;
    const session = await this.#open(folder, signal);
    const publish = () => this.#publish();
    watchProject(session, {
      signal,
      onStart: async () => undefined,
      onChange: publish,
      onProblem: async (problem) => this.#report(problem),
    }).catch((error: unknown) => {
      // Saved documents are read again without events.
      if (!signal.aborted) this.#report(error);
    });
    return new Project(session);
  }

  async #analyze(document: TextDocument): Promise<void> {
    try {
      const found = await this.#find(document.uri);
      await found?.project.session.setText(found.path, document.getText());
      await this.#publish();
    } catch (error) {
      this.#report(error);
    }
  }

  async #close({ uri }: TextDocument): Promise<void> {
    this.#documents.close(uri);
    this.#published.delete(uri);
    await this.#connection.sendDiagnostics({ uri, diagnostics: [] });
    const found = await this.#find(uri).catch(() => undefined);
    await found?.project.session.setText(found.path, undefined);
    await this.#publish();
  }

  async #save({ uri }: TextDocument): Promise<void> {
    const found = await this.#find(uri).catch(() => undefined);
    const change = await found?.project.session.refresh([found.path]).catch((error: unknown) => this.#report(error));
    // A new file becomes part of the project with its first save.
    if (change?.files.length) await this.#publish();
  }

  async #find(uri: string): Promise<{ project: Project; path: string } | undefined> {
    for (const it of await Promise.allSettled(this.#projects)) {
      const path = it.status === 'fulfilled' ? it.value.pathOf(uri) : undefined;
      if (it.status === 'fulfilled' && path !== undefined) return { project: it.value, path };
    }
    return undefined;
  }

  async #answer<T>(uri: string, answer: (view: FileView) => T | undefined): Promise<T | null> {
    const document = await this.#documents.settle(uri);
    const found = document && (await this.#find(uri));
    return (found && answer(found.project.viewOf(found.path, document))) ?? null;
  }

  /** Sends the diagnostics that changed: an edit also changes those of other open documents. */
  async #publish(): Promise<void> {
    let isChanged = false;
    for (const document of this.#documents.all()) {
      const found = await this.#find(document.uri);
      if (found === undefined) continue;
      const diagnostics = diagnosticsOf(found.project.viewOf(found.path, document));
      const text = JSON.stringify(diagnostics);
      if (text === (this.#published.get(document.uri) ?? '[]')) continue;
      this.#published.set(document.uri, text);
      isChanged = true;
      await this.#connection.sendDiagnostics({ uri: document.uri, version: document.version, diagnostics });
    }
    if (isChanged && this.#client.workspace?.codeLens?.refreshSupport === true) {
      await this.#connection.sendRequest(CodeLensRefreshRequest.type).catch(() => undefined);
    }
  }

  /** Opens the next copy of the function at a position. */
  async #showCopy(uri: unknown, position: unknown): Promise<null> {
    const line = typeof position === 'object' && position !== null && 'line' in position ? position.line : undefined;
    if (typeof uri !== 'string' || typeof line !== 'number') return null;
    const [copy] = (await this.#answer(uri, (view) => otherCopies(view, line, false))) ?? [];
    if (copy === undefined) return null;
    if (this.#client.window?.showDocument?.support === true) {
      const selection = { start: copy.range.start, end: copy.range.start };
      await this.#connection.sendRequest(ShowDocumentRequest.type, { uri: copy.uri, takeFocus: true, selection });
    } else this.#show(MessageType.Info, `${filePathOf(copy.uri)}:${copy.range.start.line + 1}`);
    return null;
  }

  #report(error: unknown): void {
    if (this.#stop.signal.aborted) return;
    const message = error instanceof Error ? error.message : String(error);
    const hint = error instanceof AnalyzerError && error.hint !== undefined ? ` ${error.hint}` : '';
    this.#show(MessageType.Error, `analyzer: ${message}.${hint}`);
  }

  #show(type: MessageType, message: string): void {
    void this.#connection.sendNotification(ShowMessageNotification.type, { type, message });
  }
}
