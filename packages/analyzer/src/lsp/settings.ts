import { type Connection, DidChangeConfigurationNotification, type InitializeParams } from 'vscode-languageserver/node';

/** The section of an editor's settings. */
const SECTION = 'analyzer';
/** How long an editor may take to answer, in milliseconds. */
const PATIENCE = 3000;

/** The settings of an editor: as it sends them, or as it answers when it is asked. */
export class EditorSettings {
  readonly #connection: Connection;
  #capabilities: InitializeParams['capabilities'] = {};
  #value: unknown;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** What `initialize` brings: the settings themselves, or an object that has them in the section `analyzer`. */
  start({
    initializationOptions,
    capabilities,
  }: Pick<InitializeParams, 'initializationOptions' | 'capabilities'>): unknown {
    this.#capabilities = capabilities ?? {};
    this.#value = sectionOf(initializationOptions) ?? initializationOptions;
    return this.#value;
  }

  /** Whether the editor answers requests for its settings. */
  get isAsked(): boolean {
    return this.#capabilities.workspace?.configuration === true;
  }

  /** Asks an editor for notifications that it sends only to servers that ask. */
  async follow(): Promise<void> {
    if (this.#capabilities.workspace?.didChangeConfiguration?.dynamicRegistration !== true) return;
    await this.#connection.client.register(DidChangeConfigurationNotification.type, { section: SECTION });
  }

  /**
   * The settings after a change.
   *
   * @param sent with the notification; other sections of it are of other servers
   */
  async change(sent: unknown): Promise<unknown> {
    const own = sectionOf(sent) ?? (this.isAsked ? await this.#ask() : undefined);
    if (own !== undefined && own !== null) this.#value = own;
    return this.#value;
  }

  async #ask(): Promise<unknown> {
    const late = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE, undefined).unref());
    return Promise.race([this.#connection.workspace.getConfiguration(SECTION), late]).catch(() => undefined);
  }
}

function sectionOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && SECTION in value ? value[SECTION] : undefined;
}
