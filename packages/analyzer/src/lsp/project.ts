import { join, relative, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { BackgroundReview } from '@analyzer/core/review/background.ts';
import { EMPTY_REVIEW, type Review } from '@analyzer/core/review/model.ts';
import type { Cycle } from '@analyzer/core/scan/model.ts';
import type { Copy, CopyFamily } from '@analyzer/core/session/model.ts';
import { newCycles } from '@analyzer/core/session/new-cycles.ts';
import type { ProjectSession } from '@analyzer/core/session/session.ts';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { DocumentText } from './document-text.ts';
import type { FileView } from './found-copies.ts';
import type { PositionEncoding } from './position-encoding.ts';
import { untitledPath, untitledUri } from './untitled.ts';

/** Describes one function for the copies of a function of the saved files, with its patch. */
export type DraftOf = (copy: Omit<Copy, 'end_line' | 'similarity'> & Pick<CopyFamily, 'kind'>) => Promise<string>;

/** A folder of the editor. */
export class Project {
  readonly session: ProjectSession;
  readonly review: BackgroundReview;
  readonly draft: DraftOf;
  /** Of the files as they were saved. */
  lastReview: Review = EMPTY_REVIEW;
  /** The cycles when the server started. */
  readonly #known: readonly Cycle[];

  constructor(session: ProjectSession, review: BackgroundReview, draft: DraftOf) {
    this.session = session;
    this.review = review;
    this.draft = draft;
    this.#known = [...session.cycles];
  }

  /** The path of a document relative to the folder; undefined if it is outside. A document without a file is in each project. */
  pathOf(document: TextDocument): string | undefined {
    const path = filePathOf(document.uri);
    if (path === undefined) return untitledPath(document);
    const way = relative(this.session.location, path);
    return way === '' || way.startsWith('..') || resolve(way) === way ? undefined : way.split(sep).join('/');
  }

  /** URIs of files with problems of contracts, edits that copies lack, code of other projects, or new cycles. */
  get notedUris(): string[] {
    const cycles = newCycles(this.#known, this.session.cycles);
    const paths = [
      ...this.lastReview.contracts.map(({ path }) => path),
      ...this.lastReview.edits.map(({ edited }) => edited.path),
      ...this.lastReview.elsewhere.map(({ path }) => path),
      ...cycles.flatMap(({ files }) => files),
    ];
    return [...new Set(paths)].map((path) => pathToFileURL(join(this.session.location, path)).href);
  }

  /** The view of an analyzed document. */
  async viewOf(path: string, document: TextDocument, encoding: PositionEncoding): Promise<FileView> {
    const text = new DocumentText(document, encoding);
    const families = await this.session.familiesInTurns(path);
    const uris = new Map([[path, document.uri]]);
    const cycles = newCycles(this.#known, this.session.cycles).filter(({ files }) => files.includes(path));
    return {
      path,
      language: this.session.languageOf(path) ?? '',
      text,
      families,
      cycles: cycles.map(({ files, example }) => ({ example, line: this.session.importLine(path, files) ?? 1 })),
      contracts: this.lastReview.contracts.filter((it) => it.path === path),
      edits: this.lastReview.edits.filter(({ edited }) => edited.path === path),
      elsewhere: this.lastReview.elsewhere.filter((it) => it.path === path),
      uriOf: (other) => {
        const uri = uris.get(other) ?? untitledUri(other) ?? pathToFileURL(join(this.session.location, other)).href;
        uris.set(other, uri);
        return uri;
      },
    };
  }
}

/** The path of a file URI; undefined for other schemes. */
export function filePathOf(uri: string): string | undefined {
  try {
    return fileURLToPath(uri);
  } catch {
    return undefined;
  }
}
