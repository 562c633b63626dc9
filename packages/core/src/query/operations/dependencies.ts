import type { DependenciesData } from '@analyzer/contracts/query/dependencies.data';
import dataSchema from '@analyzer/contracts/query/dependencies.data/schema' with { type: 'json' };
import type { CompleteDependenciesParams } from '@analyzer/contracts/query/dependencies.params';
import paramsSchema from '@analyzer/contracts/query/dependencies.params/schema' with { type: 'json' };
import { validate } from '@analyzer/contracts/query/dependencies.params/validate';
import { gatherDependencies } from '../dependencies/gather.ts';
import { importEdges } from '../dependencies/import-edges.ts';
import { regionOf } from '../dependencies/region.ts';
import { unitsOf } from '../dependencies/units.ts';
import { ANY, projectRange } from '../filters/scope.ts';
import { listOperation } from '../operation.ts';

export const dependencies = listOperation<CompleteDependenciesParams, DependenciesData['items'][number]>({
  name: 'dependencies',
  description:
    'Which projects, packages or folders import which, with the imports behind each, most imports first. Use it with of for "what depends on package P", "what does this folder use". Not for the importers of one file (explore).',
  params: paramsSchema,
  data: dataSchema,
  validate,
  list(snapshot, { of, direction, by, depth, project, limit, offset }) {
    const projects = projectRange(snapshot, project);
    const region = of === undefined ? undefined : regionOf(snapshot, projects, of);
    const edges = importEdges(snapshot, { projects: region === undefined ? projects : ANY, region, direction });
    const found = gatherDependencies(edges, unitsOf(snapshot, { by, depth, region }));
    return { items: found.slice(offset, offset + limit), total: found.length };
  },
});
