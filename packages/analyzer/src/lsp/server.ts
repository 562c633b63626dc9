import { readFile } from 'node:fs/promises';
import type { Readable, Writable } from 'node:stream';
import { AnalyzerError } from '@analyzer/contracts';
import {
  CodeActionKind,
  CodeLensRefreshRequest,
  type Connection,
  createConnection,
  type Diagnostic,
  DidChangeWorkspaceFoldersNotification,
  ErrorCodes,
  type ExecuteCommandParams,
  type InitializeParams,
  type InitializeResult,
  MessageType,
  type Position,
  type Range,
  ResponseError,
  type ResponseMessage,
  ShowDocumentRequest,
  ShowMessageNotification,
  StreamMessageWriter,
  TextDocumentSyncKind,
  TextDocuments,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { actionsAt, COMMANDS } from './actions.ts';
import { Commands } from './commands.ts';
import { diagnosticsOf } from './diagnostics.ts';
import { copyAt, type FileView } from './found-copies.ts';
import { Lifecycle } from './lifecycle.ts';
import { OpenDocuments } from './open-documents.ts';
import { CheckedReader } from './parameters.ts';
import { chosenEncoding, documentsIn, type PositionEncoding } from './position-encoding.ts';
import { filePathOf } from './project.ts';
import { type OpenProject, Projects } from './projects.ts';
import { Publisher } from './publisher.ts';
import { type DocumentDiagnostics, documentReport, workspaceReports } from './reports.ts';
import { EditorSettings } from './settings.ts';
import { hoverOf, lensesOf, otherCopies, resolvedLens } from './views.ts';

export interface LspOptions {
  stdin: Readable;
  stdout: Writable;
  /** Of this program. */
  version: string;
  /** The folder, if the user named one; else the editor names its folders. */
  folder?: string;
  /** Takes the settings of the editor for projects that are opened later; returns a sentence for each problem. */
  configure: (settings: unknown) => string[];
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

/** Maximum number of documents in an answer about the workspace. */
const REPORTED = 500;

/** A file that is not open. */
async function savedDocument(uri: string): Promise<TextDocument | undefined> {
  const path = filePathOf(uri);
  const text = path && (await readFile(path, 'utf8').catch(() => undefined));
  return text === undefined ? undefined : TextDocument.create(uri, '', 0, text);
}

/** As JSON-RPC defines it: without the id of a request, which is not known. */
const NO_JSON: ResponseMessage = {
  jsonrpc: '2.0',
  id: null,
  error: { code: ErrorCodes.ParseError, message: 'the text is not JSON' },
};

class LanguageServer {
  readonly ended: Promise<void>;
  readonly #options: LspOptions;
  readonly #connection: Connection;
  #encoding: PositionEncoding = 'utf-16';
  readonly #texts = new TextDocuments(documentsIn(() => this.#encoding));
  readonly #documents = new OpenDocuments((document) => this.#analyze(document));
  readonly #lifecycle = new Lifecycle((error) => this.#report(error));
  readonly #projects: Projects;
  readonly #settings: EditorSettings;
  /** The settings in force, as JSON. */
  #configured = '';
  #configuring: Promise<void> = Promise.resolve();
  readonly #commands = new Commands({
    copiesAt: async (uri, position) => (await this.#answer(uri, (view) => otherCopies(view, position, false))) ?? [],
    draftAt: (uri, position) => this.#draftAt(uri, position),
    editsIn: async (uri) => (await this.#answer(uri, ({ edits }) => edits)) ?? [],
    openText: (uri) => this.#documents.get(uri)?.getText(),
    show: (uri, range) => this.#showLocation(uri, range),
  });
  #isClosed = false;
  #client: InitializeParams['capabilities'] = {};
  readonly #publisher = new Publisher({
    isFollowed: () => !this.#isPulled || this.#isRefreshed.diagnostics || this.#isRefreshed.lenses,
    uris: () => [...this.#documents.all()].map(({ uri }) => uri),
    diagnosticsOf: (uri) => this.#diagnosticsOf(uri),
    onDiagnostics: async (uri, version, diagnostics) => {
      if (!this.#isPulled) await this.#connection.sendDiagnostics({ uri, version, diagnostics });
    },
    onChanged: () => this.#refreshEditor(),
  });

  constructor(open: OpenProject, options: LspOptions) {
    this.#options = options;
    this.#projects = new Projects(open, {
      onChange: () => this.#publisher.request(),
      onProblem: (error) => this.#report(error),
    });
    const { stdin, stdout } = options;
    const writer = new StreamMessageWriter(stdout);
    const onNoJson = () => void writer.write(NO_JSON).catch((error: unknown) => this.#report(error));
    this.#connection = createConnection(new CheckedReader(stdin, onNoJson), writer);
    this.#settings = new EditorSettings(this.#connection);
    this.ended = new Promise((resolve) => {
      stdin.once('end', resolve).once('close', resolve);
      stdout.once('error', () => resolve());
    });
    this.#listen();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    // As the protocol defines it for a connection that closes without `shutdown`.
    if (!this.#lifecycle.isShutDown) process.exitCode = 1;
    await this.#projects.close();
    this.#connection.dispose();
  }

  #listen(): void {
    const [connection, texts, lifecycle] = [this.#connection, this.#texts, this.#lifecycle];
    let initialized = () => {};
    const afterInitialized = new Promise<void>((resolve) => {
      initialized = resolve;
    });
    connection.onInitialize((params) => {
      lifecycle.start();
      this.#apply(this.#settings.start(params));
      if (this.#settings.isAsked) {
        const asked = afterInitialized.then(() => this.#settings.change(undefined));
        this.#projects.waitFor(asked.then((value) => void this.#apply(value)));
      }
      return this.#initialize(params);
    });
    connection.onInitialized(() => {
      void this.#settings.follow().catch((error: unknown) => this.#report(error));
      initialized();
      this.#followFolders();
      void this.#showProgress();
    });
    connection.onShutdown(() => lifecycle.end());
    texts.onDidChangeContent(({ document }) => this.#documents.change(document));
    texts.onDidClose(({ document }) => void this.#close(document));
    texts.onDidSave(({ document }) => void this.#save(document));
    connection.onHover(
      lifecycle.guarded(['textDocument', 'position'], ({ textDocument, position }) =>
        this.#answer(textDocument.uri, (view) => hoverOf(view, position)),
      ),
    );
    connection.onReferences(
      lifecycle.guarded(['textDocument', 'position', 'context'], ({ textDocument, position, context }) =>
        this.#answer(textDocument.uri, (view) => otherCopies(view, position, context.includeDeclaration)),
      ),
    );
    connection.onCodeLens(
      lifecycle.guarded(['textDocument'], ({ textDocument }) => this.#answer(textDocument.uri, lensesOf)),
    );
    connection.onCodeLensResolve(
      lifecycle.guarded(['range'], async (lens) => {
        const document = this.#documents.analyzed(String(lens.data));
        const view = document && (await this.#viewOf(document));
        return view === undefined ? lens : resolvedLens(view, lens);
      }),
    );
    connection.onCodeAction(
      lifecycle.guarded(['textDocument', 'range'], ({ textDocument, range }) =>
        this.#answer(textDocument.uri, (view) => actionsAt(view, range.start)),
      ),
    );
    connection.languages.diagnostics.on(
      lifecycle.guarded(['textDocument'], async ({ textDocument, previousResultId }) =>
        documentReport((await this.#answer(textDocument.uri, diagnosticsOf)) ?? [], previousResultId),
      ),
    );
    connection.languages.diagnostics.onWorkspace(
      lifecycle.guarded(['previousResultIds'], async ({ previousResultIds }) => ({
        items: workspaceReports(await this.#allDiagnostics(), previousResultIds),
      })),
    );
    connection.onDidChangeConfiguration(({ settings }) => {
      this.#configuring = this.#configuring
        .then(() => this.#reconfigure(settings))
        .catch((error: unknown) => this.#report(error));
    });
    connection.onExecuteCommand(
      lifecycle.guarded(['command'], ({ command, arguments: args = [] }: ExecuteCommandParams) =>
        this.#commands.run(command, args),
      ),
    );
    // All other requests.
    connection.onRequest((method) => {
      lifecycle.requireRunning();
      throw new ResponseError(ErrorCodes.MethodNotFound, `no such request: ${method}`);
    });
    texts.listen(connection);
    connection.listen();
  }

  #initialize({ capabilities, rootUri, workspaceFolders }: InitializeParams): InitializeResult {
    // A client may lack what the protocol requires.
    this.#client = capabilities ?? {};
    this.#encoding = chosenEncoding(capabilities?.general?.positionEncodings);
    const { folder, version } = this.#options;
    const uris = workspaceFolders?.map(({ uri }) => uri) ?? (rootUri === null ? [] : [rootUri]);
    const folders = folder === undefined ? uris.flatMap((uri) => filePathOf(uri) ?? []) : [folder];
    for (const path of folders) this.#projects.add(path);
    return {
      serverInfo: { name: 'analyzer', version },
      capabilities: {
        positionEncoding: this.#encoding,
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
        hoverProvider: true,
        referencesProvider: true,
        codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix] },
        codeLensProvider: { resolveProvider: true },
        diagnosticProvider: { interFileDependencies: true, workspaceDiagnostics: true },
        executeCommandProvider: { commands: Object.values(COMMANDS) },
        workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
      },
    };
  }

  /** @returns whether the settings are others than before */
  #apply(settings: unknown): boolean {
    const text = JSON.stringify(settings ?? {});
    if (text === this.#configured) return false;
    this.#configured = text;
    for (const problem of this.#options.configure(settings)) this.#show(MessageType.Warning, `analyzer: ${problem}`);
    return true;
  }

  /** Reads all projects again if the settings changed, else only changed files and rules. */
  async #reconfigure(sent: unknown): Promise<void> {
    if (this.#apply(await this.#settings.change(sent))) {
      await this.#projects.reopen();
      for (const document of this.#documents.all()) await this.#analyze(document);
    } else await this.#projects.refresh();
    await this.#publisher.request();
  }

  /** Follows the folders of the editor, unless the user named one. */
  #followFolders(): void {
    if (this.#options.folder !== undefined || this.#client.workspace?.workspaceFolders !== true) return;
    this.#connection.onNotification(DidChangeWorkspaceFoldersNotification.type, ({ event }) => {
      for (const { uri } of event.removed)
        void this.#projects.remove(filePathOf(uri) ?? '').then(() => this.#publisher.request());
      for (const { uri } of event.added) this.#projects.add(filePathOf(uri) ?? '');
      void this.#showProgress();
      for (const document of this.#documents.all()) void this.#analyze(document);
    });
  }

  /** Until all projects are read, if the editor shows it. */
  async #showProgress(): Promise<void> {
    if (this.#client.window?.workDoneProgress !== true) return;
    const progress = await this.#connection.window.createWorkDoneProgress();
    progress.begin('analyzer', undefined, 'reading the project');
    await this.#projects.all();
    if (!this.#isClosed) progress.done();
  }

  async #analyze(document: TextDocument): Promise<void> {
    try {
      const found = await this.#projects.find(document);
      await found?.project.session.setText(found.path, document.getText());
      // A request for this document does not wait for the others.
      this.#publisher.request().catch((error: unknown) => this.#report(error));
    } catch (error) {
      this.#report(error);
    }
  }

  async #close(document: TextDocument): Promise<void> {
    const { uri } = document;
    this.#documents.close(uri);
    this.#publisher.forget(uri);
    if (!this.#isPulled) await this.#connection.sendDiagnostics({ uri, diagnostics: [] });
    const found = await this.#projects.find(document);
    await found?.project.session.setText(found.path, undefined).catch((error: unknown) => this.#report(error));
    await this.#publisher.request();
  }

  async #save(document: TextDocument): Promise<void> {
    const found = await this.#projects.find(document);
    found?.project.review.request();
    const change = await found?.project.session.refresh([found.path]).catch((error: unknown) => this.#report(error));
    // A new file becomes part of the project with its first save.
    if (change?.files.length) await this.#publisher.request();
  }

  async #viewOf(document: TextDocument): Promise<FileView | undefined> {
    const found = await this.#projects.find(document);
    return found?.project.viewOf(found.path, document, this.#encoding);
  }

  /** Of open documents, and of files with problems of contracts, edits that copies lack, or new cycles. */
  async #allDiagnostics(): Promise<DocumentDiagnostics[]> {
    const projects = await this.#projects.all();
    const open = [...this.#documents.all()].map(({ uri }) => uri);
    const uris = [...new Set([...open, ...projects.flatMap(({ notedUris }) => notedUris)])];
    const all: DocumentDiagnostics[] = [];
    for (const uri of uris.slice(0, REPORTED)) {
      const document = (await this.#documents.settle(uri)) ?? (await savedDocument(uri));
      const view = document && (await this.#viewOf(document));
      const version = this.#documents.get(uri) === undefined ? null : (view?.text.version ?? null);
      if (view !== undefined) all.push({ uri, version, diagnostics: diagnosticsOf(view) });
    }
    return all;
  }

  async #answer<T>(uri: string, answer: (view: FileView) => T | undefined): Promise<T | null> {
    const document = await this.#documents.settle(uri);
    const view = document && (await this.#viewOf(document));
    return (view && answer(view)) ?? null;
  }

  async #draftAt(uri: string, position: Position): Promise<string | undefined> {
    const document = await this.#documents.settle(uri);
    const found = document && (await this.#projects.find(document));
    const its = found && copyAt(await found.project.viewOf(found.path, document, this.#encoding), position);
    if (its === undefined) return undefined;
    const { path, name, start_line } = its.copy;
    return found?.project.draft({ path, name, start_line, kind: its.family.kind });
  }

  /** Whether the editor asks for diagnostics. */
  get #isPulled(): boolean {
    return this.#client.textDocument?.diagnostic !== undefined;
  }

  async #diagnosticsOf(uri: string): Promise<{ version: number; diagnostics: Diagnostic[] } | undefined> {
    // A text that is not analyzed yet has its turn after its analysis.
    const document = this.#documents.analyzed(uri);
    if (document === undefined) return undefined;
    const view = await this.#viewOf(document);
    // It was closed meanwhile.
    if (this.#documents.get(uri) === undefined) return undefined;
    return { version: document.version, diagnostics: view === undefined ? [] : diagnosticsOf(view) };
  }

  /** What the editor asks for again on a request of the server. */
  get #isRefreshed(): { diagnostics: boolean; lenses: boolean } {
    const { diagnostics, codeLens } = this.#client.workspace ?? {};
    return { diagnostics: diagnostics?.refreshSupport === true, lenses: codeLens?.refreshSupport === true };
  }

  /** Tells an editor that asks for diagnostics and lenses that they changed. */
  async #refreshEditor(): Promise<void> {
    const { diagnostics, lenses } = this.#isRefreshed;
    if (this.#isPulled && diagnostics) {
      await this.#connection.languages.diagnostics.refresh().catch(() => undefined);
    }
    if (lenses) {
      await this.#connection.sendRequest(CodeLensRefreshRequest.type).catch(() => undefined);
    }
  }

  async #showLocation(uri: string, { start }: Range): Promise<void> {
    if (this.#client.window?.showDocument?.support === true) {
      const selection = { start, end: start };
      await this.#connection.sendRequest(ShowDocumentRequest.type, { uri, takeFocus: true, selection });
    } else this.#show(MessageType.Info, `${filePathOf(uri) ?? uri}:${start.line + 1}`);
  }

  #report(error: unknown): void {
    if (this.#isClosed) return;
    const message = error instanceof Error ? error.message : String(error);
    const hint = error instanceof AnalyzerError && error.hint !== undefined ? ` ${error.hint}` : '';
    this.#show(MessageType.Error, `analyzer: ${message}.${hint}`);
  }

  #show(type: MessageType, message: string): void {
    void this.#connection.sendNotification(ShowMessageNotification.type, { type, message });
  }
}
