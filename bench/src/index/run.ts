import { writeFileSync } from 'node:fs';
import { readManifest } from '@analyzer/core/discovery/manifest.ts';
import { type IndexEvent, indexWorkspace } from '@analyzer/core/index/index-workspace.ts';
import { createPortableEngine } from '@analyzer/core/parse/portable/engine.ts';
import { WORKER } from '../folders.ts';
import { sampleTree } from '../measure/process-tree.ts';
import { PHASES, type PhaseCosts } from './phases.ts';

/**
 * Indexes the projects of a workspace file as the command line does, and writes the cost of each phase.
 * Arguments: the workspace file, the index, the number of parser processes, where to write the costs.
 */
const [manifest = '', db = '', jobs, result = ''] = process.argv.slice(2);

const costs: PhaseCosts = { parsing: zero(), relating: zero(), writing: zero(), grouping: zero() };
let phase: keyof PhaseCosts = 'parsing';
let since = now();

function zero() {
  return { wall: 0, cpu: 0 };
}

function now() {
  return { wall: performance.now() / 1000, cpu: sampleTree(process.pid, false).cpu };
}

function enter(next: keyof PhaseCosts): void {
  if (next === phase) return;
  const at = now();
  costs[phase].wall += at.wall - since.wall;
  costs[phase].cpu += at.cpu - since.cpu;
  [phase, since] = [next, at];
}

function phaseOf(event: IndexEvent): keyof PhaseCosts {
  if (event.type === 'grouping' || event.type === 'writing') return event.type;
  return event.type === 'scanning' && event.event.type === 'relating' ? 'relating' : 'parsing';
}

const { projects } = readManifest(manifest, { split: false, scan: {} });
const engine = createPortableEngine({ jobs: Number(jobs), tokens: true, workerPath: WORKER });
try {
  await indexWorkspace(projects, { db, engine, onEvent: (event) => enter(phaseOf(event)) });
} finally {
  await engine.close();
}
// Closes the last one.
enter(phase === PHASES[0] ? 'grouping' : PHASES[0]);
writeFileSync(result, JSON.stringify(costs));
