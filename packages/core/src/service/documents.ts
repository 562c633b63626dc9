import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AnalyzerError } from '@analyzer/contracts';
import { nearest } from '@analyzer/contracts/nearest';

export type DocumentKind = 'schema' | 'grammar' | 'proto';

/** A published document: what programs need to talk to this one. */
export interface PublishedDocument {
  readonly kind: DocumentKind;
  /** Its full id, such as `analyzer.request.v1`. */
  readonly id: string;
  /** Its id without program and version, such as `request`. */
  readonly shortName: string;
  readonly mediaType: string;
  /** Its path in the folder of `analyzer contracts`. */
  readonly path: string;
  readonly text: string;
  /** SHA-256 of the text in UTF-8, as 64 hexadecimal digits. */
  readonly sha256: string;
}

/** The start of the `$id` of every published schema. */
export const SCHEMA_PREFIX = 'urn:analyzer:schema:';
const PROTO = 'analyzer/v1/analyzer.proto';

/** The published documents, by kind and name. */
export class Documents {
  readonly all: readonly PublishedDocument[];

  constructor(all: readonly PublishedDocument[]) {
    this.all = all;
  }

  /** In the order of their names. */
  ofKind(kind: DocumentKind): readonly PublishedDocument[] {
    return this.all.filter((document) => document.kind === kind);
  }

  /**
   * @param name full id, short name, or `$id`
   * @throws AnalyzerError `not_found`
   */
  find(kind: DocumentKind, name: string): PublishedDocument {
    const ofKind = this.ofKind(kind);
    const wanted = name.startsWith(SCHEMA_PREFIX) ? name.slice(SCHEMA_PREFIX.length) : name;
    const found = ofKind.find(({ id, shortName }) => id === wanted || shortName === wanted);
    if (found !== undefined) return found;
    const names = ofKind.map(({ shortName }) => shortName);
    const meant = nearest(name, names);
    throw new AnalyzerError(
      'not_found',
      { what: kind, name: name.slice(0, 100) },
      { hint: meant === undefined ? `The names are ${names.join(', ')}.` : `Did you mean ${meant}?` },
    );
  }
}

/** @param folder of the built program */
export function readDocuments(folder: string): Documents {
  return new Documents([
    ...filesIn(folder, 'schemas').map(([file, text]) => schemaDocument(file, text)),
    ...filesIn(folder, 'gbnf').map(([file, text]) => grammarDocument(file, text)),
    protoDocument(readFileSync(join(folder, 'proto', PROTO), 'utf8')),
  ]);
}

function filesIn(folder: string, name: string): [file: string, text: string][] {
  const files = readdirSync(join(folder, name)).sort();
  return files.map((file) => [file, readFileSync(join(folder, name, file), 'utf8')]);
}

function schemaDocument(file: string, text: string): PublishedDocument {
  const { $id }: { $id: string } = JSON.parse(text);
  return documentOf('schema', $id.slice(SCHEMA_PREFIX.length), 'application/schema+json', file, text);
}

/** In GBNF. It has the name of its schema. */
function grammarDocument(file: string, text: string): PublishedDocument {
  return documentOf('grammar', file.slice(0, -'.gbnf'.length), 'text/plain', `grammars/${file}`, text);
}

/** The definition of the gRPC service. */
function protoDocument(text: string): PublishedDocument {
  return documentOf('proto', 'analyzer.v1', 'text/plain', PROTO, text);
}

function documentOf(kind: DocumentKind, id: string, mediaType: string, path: string, text: string): PublishedDocument {
  return { kind, id, shortName: shortNameOf(id), mediaType, path, text, sha256: digestOf(text) };
}

/** @param id full id, such as `analyzer.request.v1` */
export function shortNameOf(id: string): string {
  return id.replace(/^analyzer\.(?!v\d+$)/, '').replace(/\.v\d+$/, '');
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
