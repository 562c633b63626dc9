import { join } from 'node:path';
import { type ReadProject, readProject } from './read-project.ts';

const checkout = join(import.meta.dirname, '../../../../..');

/** Real projects that every checkout holds after `npm ci`: some publish their code twice, so there are copies. */
const PROJECTS: Record<string, string> = {
  ajv: 'node_modules/ajv',
  commander: 'node_modules/commander',
  core: 'packages/core/src',
  'dependency-cruiser': 'node_modules/dependency-cruiser',
  preact: 'node_modules/preact',
  yaml: 'node_modules/yaml/dist',
  'yaml-browser': 'node_modules/yaml/browser/dist',
};

export function dependencies(): ReadProject[] {
  return Object.entries(PROJECTS).map(([label, folder]) => readProject(label, join(checkout, folder)));
}
