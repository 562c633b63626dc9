import type { DependenciesData } from '@analyzer/contracts/query/dependencies.data';
import dataSchema from '@analyzer/contracts/query/dependencies.data/schema' with { type: 'json' };
import type { CompleteDependenciesParams } from '@analyzer/contracts/query/dependencies.params';
import paramsSchema from '@analyzer/contracts/query/dependencies.params/schema' with { type: 'json' };
import { validate } from '@analyzer/contracts/query/dependencies.params/validate';
import type { Snapshot } from '#index/port.ts';
import { gatherDependencies } from '../dependencies/gather.ts';
import { type ImportEdge, importEdges, type WantedEdges } from '../dependencies/import-edges.ts';
import { outsideImports } from '../dependencies/outside-imports.ts';
import { findFolderFirst, unknownRegion } from '../dependencies/region.ts';
import { unitsOf } from '../dependencies/units.ts';
import { ANY, projectRange, type Range } from '../filters/scope.ts';
import { listOperation } from '../operation.ts';

export const dependencies = listOperation<CompleteDependenciesParams, DependenciesData['items'][number]>({
  name: 'dependencies',
  description:
    'Which projects, packages or folders import which, with the imports behind each, most imports first. Use it with of for "what depends on package P", "what does this folder use". With external for "who uses click". Not for the importers of one file (explore).',
  params: paramsSchema,
  data: dataSchema,
  validate,
  list(snapshot, { of, direction, by, depth, project, external, limit, offset }) {
    const projects = projectRange(snapshot, project);
    const region = of === undefined ? undefined : findFolderFirst(snapshot, projects, of);
    const isOutside = of !== undefined && region === undefined;
    const edges = isOutside
      ? usesOf(of, snapshot, { projects, external })
      : edgesOf(snapshot, { projects, region, direction, external });
    const found = gatherDependencies(edges, unitsOf(snapshot, { by, depth, region }));
    return { items: found.slice(offset, offset + limit), total: found.length };
  },
});

function* edgesOf(snapshot: Snapshot, wanted: WantedEdges & { external: boolean }): IterableIterator<ImportEdge> {
  const { projects, region, direction, external } = wanted;
  yield* importEdges(snapshot, { projects: region === undefined ? projects : ANY, region, direction });
  if (external && (region === undefined || direction !== 'in')) yield* outsideImports(snapshot, { projects, region });
}

/** @returns imports of a package outside of the index, at least one */
function usesOf(
  name: string,
  snapshot: Snapshot,
  { projects, external }: { projects: Range; external: boolean },
): ImportEdge[] {
  const found = external ? [...outsideImports(snapshot, { projects, region: undefined })] : [];
  const uses = found.filter(({ to }) => to.outside === name);
  if (uses.length === 0) throw unknownRegion(snapshot, projects, name);
  return uses;
}
