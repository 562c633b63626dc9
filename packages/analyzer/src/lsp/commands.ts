import { readFile } from 'node:fs/promises';
import type { MissedEdit } from '@analyzer/core/missed/model.ts';
import { ErrorCodes, Location, Position, type Range, ResponseError } from 'vscode-languageserver/node';
import { COMMANDS } from './actions.ts';
import { comparisonText, mergeText, type TitledLines } from './diff-text.ts';
import { filePathOf } from './project.ts';
import { ShownTexts } from './shown-texts.ts';

export interface CommandContext {
  /** The other copies of the code at a position. */
  copiesAt: (uri: string, position: Position) => Promise<readonly Location[]>;
  /** One function for the copies of the function at a position, with its patch. */
  draftAt: (uri: string, position: Position) => Promise<string | undefined>;
  /** The edits of a file that copies lack. */
  editsIn: (uri: string) => Promise<readonly MissedEdit[]>;
  /** The text of an open document. */
  openText: (uri: string) => string | undefined;
  /** Shows a location to the user. */
  show: (uri: string, range: Range) => Promise<void>;
}

const KNOWN: readonly string[] = Object.values(COMMANDS);
const START: Range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

/** The commands of code lenses and code actions. */
export class Commands {
  readonly #context: CommandContext;
  readonly #texts = new ShownTexts();

  constructor(context: CommandContext) {
    this.#context = context;
  }

  /**
   * Does nothing for unknown arguments, and if the code is gone.
   *
   * @throws {ResponseError} for an unknown command
   */
  async run(command: string, [first, second, third]: readonly unknown[]): Promise<null> {
    if (!KNOWN.includes(command)) throw new ResponseError(ErrorCodes.InvalidParams, `no such command: ${command}`);
    if (command === COMMANDS.showCopies) await this.#showNext(first, second);
    else if (command === COMMANDS.open && Location.is(first)) await this.#context.show(first.uri, first.range);
    else if (command === COMMANDS.compare && Location.is(first) && Location.is(second)) {
      await this.#compare(first, second);
    } else if (command === COMMANDS.draft) await this.#showDraft(first, second);
    else if (command === COMMANDS.showMerge) await this.#showMerge(first, second, third);
    return null;
  }

  async #showNext(uri: unknown, position: unknown): Promise<void> {
    if (typeof uri !== 'string' || !Position.is(position)) return;
    const [copy] = await this.#context.copiesAt(uri, position);
    if (copy !== undefined) await this.#context.show(copy.uri, copy.range);
  }

  async #compare(one: Location, other: Location): Promise<void> {
    const [left, right] = [await this.#linesOf(one), await this.#linesOf(other)];
    if (left !== undefined && right !== undefined) await this.#showText('compare', comparisonText(left, right));
  }

  async #showDraft(uri: unknown, position: unknown): Promise<void> {
    if (typeof uri !== 'string' || !Position.is(position)) return;
    const text = await this.#context.draftAt(uri, position);
    if (text !== undefined) await this.#showText('draft', text);
  }

  async #showMerge(uri: unknown, id: unknown, copy: unknown): Promise<void> {
    if (typeof uri !== 'string' || typeof copy !== 'number') return;
    const edit = (await this.#context.editsIn(uri)).find((it) => it.id === id);
    const text = edit && mergeText(edit, copy);
    if (text !== undefined) await this.#showText('merge', text);
  }

  async #showText(name: string, text: string): Promise<void> {
    await this.#context.show(await this.#texts.write(name, text), START);
  }

  /** Undefined if the file is gone. */
  async #linesOf({ uri, range }: Location): Promise<TitledLines | undefined> {
    const path = filePathOf(uri);
    const text = this.#context.openText(uri) ?? (path && (await readFile(path, 'utf8').catch(() => undefined)));
    if (text === undefined) return undefined;
    const lines = text.split(/\r\n|\n|\r/).slice(range.start.line, range.end.line);
    return { title: `${path ?? uri}:${range.start.line + 1}-${range.end.line}`, lines };
  }
}
