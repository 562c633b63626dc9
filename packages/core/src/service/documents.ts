import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AnalyzerError } from '@analyzer/contracts';
import { nearest } from '@analyzer/contracts/nearest';

export type DocumentKind = 'schema';

/** A published document: what programs need to talk to this one. */
export interface PublishedDocument {
  readonly kind: DocumentKind;
  /** Its full id, such as `analyzer.request.v1`. */
  readonly id: string;
  /** Its id without program and version, such as `request`. */
  readonly shortName: string;
  readonly mediaType: string;
  readonly text: string;
  /** SHA-256 of the text in UTF-8, as 64 hexadecimal digits. */
  readonly sha256: string;
}

const SCHEMA_PREFIX = 'urn:analyzer:schema:';

/** The published documents, by kind and name. */
export class Documents {
  readonly all: readonly PublishedDocument[];

  constructor(all: readonly PublishedDocument[]) {
    this.all = all;
  }

  /**
   * @param name full id, short name, or `$id`
   * @throws AnalyzerError `not_found`
   */
  find(kind: DocumentKind, name: string): PublishedDocument {
    const ofKind = this.all.filter((document) => document.kind === kind);
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

/** @param folder with the schemas that the build wrote */
export function readDocuments(folder: string): Documents {
  const schemas = readdirSync(join(folder, 'schemas')).sort();
  return new Documents(schemas.map((file) => schemaDocument(readFileSync(join(folder, 'schemas', file), 'utf8'))));
}

function schemaDocument(text: string): PublishedDocument {
  const { $id }: { $id: string } = JSON.parse(text);
  const id = $id.slice(SCHEMA_PREFIX.length);
  return {
    kind: 'schema',
    id,
    shortName: shortNameOf(id),
    mediaType: 'application/schema+json',
    text,
    sha256: digestOf(text),
  };
}

function shortNameOf(id: string): string {
  return id.replace(/^analyzer\./, '').replace(/\.v\d+$/, '');
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
