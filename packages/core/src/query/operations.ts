import type { Operation } from './operation.ts';
import { clones } from './operations/clones.ts';
import { cycles } from './operations/cycles.ts';
import { dependencies } from './operations/dependencies.ts';
import { drift } from './operations/drift.ts';
import { evidence } from './operations/evidence.ts';
import { exclusions } from './operations/exclusions.ts';
import { explore } from './operations/explore.ts';
import { impact } from './operations/impact.ts';
import { members } from './operations/members.ts';
import { missed } from './operations/missed.ts';
import { neighbors } from './operations/neighbors.ts';
import { nodes } from './operations/nodes.ts';
import { projects } from './operations/projects.ts';
import { relations } from './operations/relations.ts';
import { search } from './operations/search.ts';
import { summary } from './operations/summary.ts';

/** The operations of the index, in display order. */
export const INDEX_OPERATIONS: readonly Operation[] = [
  summary,
  projects,
  relations,
  clones,
  members,
  missed,
  nodes,
  search,
  neighbors,
  explore,
  impact,
  cycles,
  dependencies,
  drift,
  exclusions,
  evidence,
];
