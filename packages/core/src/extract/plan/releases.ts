import { lastName } from '#tree/globs/glob.ts';
import type { ConfigProblem } from './config-problem.ts';
import { areCompatible } from './languages.ts';
import type { PlanConfig, PlanPackage } from './model.ts';

type Rule = NonNullable<PlanConfig['releases']>[number];
export type ReleaseMethod = Rule['method'];

/** How projects in other repositories get a package. */
export interface Release {
  method: ReleaseMethod;
  /** Folder or file in the project of the package; null for a registry. */
  path: string | null;
  /** What a result names: the path, or the name of the registry. */
  location: string;
}

/** Languages of the methods that are only for some. */
const LANGUAGE_OF: Readonly<Partial<Record<ReleaseMethod, string>>> = {
  'npm-workspace': 'typescript',
  'pip-path': 'python',
  'composer-path': 'php',
};

/** How a package is released: the first rule that matches; undefined without one. */
export function releaseOf({ releases = [] }: Pick<PlanConfig, 'releases'>, target: PlanPackage): Release | undefined {
  const rule = releases.find((one) => matches(one, target));
  if (rule === undefined) return undefined;
  if (rule.method === 'registry') return { method: rule.method, path: null, location: rule.registry ?? '' };
  const path = pathOf(rule, target);
  return { method: rule.method, path, location: path };
}

/** Whether a project gets a package by a release: there is a rule, and the package is in another repository. */
export function needsRelease(config: PlanConfig, target: PlanPackage, project: string): boolean {
  if (project === target.project || releaseOf(config, target) === undefined) return false;
  const remoteOf = (label: string) => config.repositories.find((one) => one.project === label)?.remote ?? '';
  const remote = remoteOf(project);
  return remote === '' || remote !== remoteOf(target.project);
}

function matches({ package_id: id, language, method }: Rule, target: PlanPackage): boolean {
  const only = LANGUAGE_OF[method];
  return (
    (id === undefined || id === target.package_id) &&
    (language === undefined || language === target.language) &&
    (only === undefined || areCompatible(only, target.language))
  );
}

function pathOf({ path, package_id: id }: Rule, target: PlanPackage): string {
  const own = target.path.replace(/\/+$/, '');
  if (path === undefined) return own;
  const folder = path.replace(/\/+$/, '');
  return id === undefined ? `${folder}/${lastName(own)}` : folder;
}

/** Rules that contradict themselves or a package of the configuration. */
export function* releaseProblems({ releases = [], packages }: PlanConfig): Generator<ConfigProblem> {
  for (const [index, { method, path, registry, language, package_id: id }] of releases.entries()) {
    const pointer = `/releases/${index}`;
    if (method === 'registry' && registry === undefined) {
      const message = 'the method registry needs the name of the registry';
      yield { pointer: `${pointer}/registry`, code: 'missing', message, hint: 'Add registry, such as "npm".' };
    }
    if (method === 'registry' ? path !== undefined : registry !== undefined) {
      const [name, wanted] = method === 'registry' ? ['path', 'registry'] : ['registry', 'path'];
      const message = `${name} has no effect with the method ${method}`;
      yield { pointer: `${pointer}/${name}`, code: 'not_allowed', message, hint: `Write ${wanted} instead.` };
    }
    const its = language ?? packages.find((one) => one.id === id)?.language;
    const only = LANGUAGE_OF[method];
    if (only === undefined || its === undefined || areCompatible(only, its)) continue;
    const message = `packages of the language ${its} cannot be released as ${method}`;
    const hint = 'Choose artifact-copy, registry or the method of the language.';
    yield { pointer: `${pointer}/method`, code: 'not_allowed', message, hint };
  }
}
