import { TextDocument } from 'vscode-languageserver-textdocument';

interface OpenDocument {
  document: TextDocument;
  timer: NodeJS.Timeout | undefined;
  /** Time of the first edit that waits for an analysis. */
  waitingSince: number;
  /** As it was analyzed last. */
  analyzed: TextDocument | undefined;
  running: Promise<void> | undefined;
}

/** Time without edits after which a document is analyzed. */
const QUIET_MS = 200;
/** Time after which it is analyzed although edits go on. */
const MAX_WAIT_MS = 800;

/** The open documents. A document is analyzed when its edits pause, at least each second, and never twice at once. */
export class OpenDocuments {
  readonly #documents = new Map<string, OpenDocument>();
  readonly #analyze: (document: TextDocument) => Promise<void>;

  /** @param analyze does not reject */
  constructor(analyze: (document: TextDocument) => Promise<void>) {
    this.#analyze = analyze;
  }

  /** The current documents. */
  *all(): Generator<TextDocument> {
    for (const { document } of this.#documents.values()) yield document;
  }

  /** A document was opened or edited. */
  change(document: TextDocument): void {
    const open = this.#documents.get(document.uri);
    clearTimeout(open?.timer);
    const now = performance.now();
    const waitingSince = open === undefined || open.timer === undefined ? now : open.waitingSince;
    const wait = Math.max(0, Math.min(QUIET_MS, waitingSince + MAX_WAIT_MS - now));
    const timer = setTimeout(() => void this.settle(document.uri), wait);
    this.#documents.set(document.uri, {
      analyzed: undefined,
      running: undefined,
      ...open,
      document,
      timer,
      waitingSince,
    });
  }

  get(uri: string): TextDocument | undefined {
    return this.#documents.get(uri)?.document;
  }

  /** As it was analyzed last: later changes are not of this text. */
  analyzed(uri: string): TextDocument | undefined {
    return this.#documents.get(uri)?.analyzed;
  }

  close(uri: string): void {
    clearTimeout(this.#documents.get(uri)?.timer);
    this.#documents.delete(uri);
  }

  /**
   * Analyzes the current version of a document, if it was not.
   *
   * @returns the document as it was analyzed, if it is open
   */
  async settle(uri: string): Promise<TextDocument | undefined> {
    const open = this.#documents.get(uri);
    if (open === undefined) return undefined;
    clearTimeout(open.timer);
    open.timer = undefined;
    open.running ??= this.#run(uri).finally(() => {
      const now = this.#documents.get(uri);
      if (now !== undefined) now.running = undefined;
    });
    await open.running;
    return this.analyzed(uri);
  }

  async #run(uri: string): Promise<void> {
    for (;;) {
      const open = this.#documents.get(uri);
      if (open === undefined || open.analyzed?.version === open.document.version) return;
      const { languageId, version } = open.document;
      const document = TextDocument.create(uri, languageId, version, open.document.getText());
      await this.#analyze(document);
      const now = this.#documents.get(uri);
      if (now !== undefined) now.analyzed = document;
    }
  }
}
