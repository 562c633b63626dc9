import { AnalyzerError } from '@analyzer/contracts';
import type { DocumentKind, Documents, PublishedDocument } from '@analyzer/core/service/documents.ts';
import {
  type ListResourcesResult,
  type ListResourceTemplatesResult,
  type ReadResourceResult,
  ResourceNotFoundError,
} from '@modelcontextprotocol/server';

const URI = /^analyzer:\/\/(\w+)\/([^/?#]+)$/;
const KINDS: readonly DocumentKind[] = ['schema', 'grammar'];

export function listResources(documents: Documents): ListResourcesResult {
  const all = KINDS.flatMap((kind) => documents.ofKind(kind));
  return {
    resources: all.map(({ kind, shortName, mediaType }) => ({
      uri: `analyzer://${kind}/${shortName}`,
      name: `${kind} ${shortName}`,
      mimeType: mediaType,
    })),
  };
}

export function listTemplates(): ListResourceTemplatesResult {
  return {
    resourceTemplates: KINDS.map((kind) => ({
      uriTemplate: `analyzer://${kind}/{name}`,
      name: kind,
      description: `A ${kind} by its id or short name.`,
    })),
  };
}

/** @throws ResourceNotFoundError */
export function readResource(documents: Documents, uri: string): ReadResourceResult {
  const { mediaType, text } = documentAt(documents, uri);
  return { contents: [{ uri, mimeType: mediaType, text }] };
}

function documentAt(documents: Documents, uri: string): PublishedDocument {
  const [, kind = '', name = ''] = URI.exec(uri) ?? [];
  const known = KINDS.find((one) => one === kind);
  if (known === undefined) throw new ResourceNotFoundError(uri);
  try {
    return documents.find(known, name);
  } catch (error) {
    if (error instanceof AnalyzerError) throw new ResourceNotFoundError(uri, error.message);
    throw error;
  }
}
