import { nearest } from '@analyzer/contracts/nearest';
import type { ConfigProblem } from './config-problem.ts';
import { areCompatible, LANGUAGES } from './languages.ts';
import type { PlanConfig } from './model.ts';
import { releaseProblems } from './releases.ts';

/** Values that contradict the index or other values. Globs are checked when they are compiled. */
export function* problemsOf(config: PlanConfig, labels: ReadonlySet<string>): Generator<ConfigProblem> {
  yield* unknownProject('/coordinator', config.coordinator, labels);
  if (config.new_package_project !== config.coordinator)
    yield* unknownProject('/new_package_project', config.new_package_project, labels);
  yield* packageProblems(config, labels);
  yield* routeProblems(config);
  yield* duplicates('/repositories', 'project', config.repositories);
  yield* releaseProblems(config);
}

function* packageProblems({ packages }: PlanConfig, labels: ReadonlySet<string>): Generator<ConfigProblem> {
  yield* duplicates('/packages', 'id', packages);
  const folders = new Map<string, number>();
  for (const [index, { project, path, language }] of packages.entries()) {
    const pointer = `/packages/${index}`;
    yield* unknownProject(`${pointer}/project`, project, labels);
    if (!LANGUAGES.includes(language)) yield unknownLanguage(`${pointer}/language`, language);
    const folder = JSON.stringify([project, path.replace(/\/+$/, '')]);
    const earlier = folders.get(folder);
    if (earlier === undefined) folders.set(folder, index);
    else {
      const message = `${path} of ${project} is also the path of /packages/${earlier}`;
      yield { pointer: `${pointer}/path`, code: 'not_allowed', message, hint: 'Give each package a path of its own.' };
    }
  }
}

function* routeProblems({ packages, routes }: PlanConfig): Generator<ConfigProblem> {
  const ids = packages.map(({ id }) => id);
  for (const [index, { package_id: id, language }] of routes.entries()) {
    const target = packages.find((one) => one.id === id);
    if (target === undefined) {
      const meant = nearest(id, ids);
      yield {
        pointer: `/routes/${index}/package_id`,
        code: 'not_allowed',
        message: `no package has the id ${id}`,
        hint: meant === undefined ? 'Add the package to packages.' : `Did you mean ${meant}?`,
      };
    } else if (language !== undefined && !LANGUAGES.includes(language)) {
      yield unknownLanguage(`/routes/${index}/language`, language);
    } else if (language !== undefined && !areCompatible(language, target.language)) {
      const message = `functions of the language ${language} cannot move to ${id}, a package of the language ${target.language}`;
      const hint = 'Choose a package of the same language, or remove the route.';
      yield { pointer: `/routes/${index}/language`, code: 'not_allowed', message, hint };
    }
  }
}

function* unknownProject(pointer: string, label: string, labels: ReadonlySet<string>): Generator<ConfigProblem> {
  if (labels.has(label)) return;
  const meant = nearest(label, [...labels]);
  yield {
    pointer,
    code: 'not_allowed',
    message: `the index has no project ${label}`,
    hint: meant === undefined ? 'The operation projects lists the labels of the projects.' : `Did you mean ${meant}?`,
  };
}

function unknownLanguage(pointer: string, language: string): ConfigProblem {
  const meant = nearest(language, LANGUAGES);
  return {
    pointer,
    code: 'not_allowed',
    message: `unknown language ${language}`,
    hint: meant === undefined ? `The languages are ${LANGUAGES.join(', ')}.` : `Did you mean ${meant}?`,
  };
}

function* duplicates<Key extends string>(
  list: string,
  key: Key,
  items: readonly Record<Key, string>[],
): Generator<ConfigProblem> {
  const seen = new Map<string, number>();
  for (const [index, item] of items.entries()) {
    const earlier = seen.get(item[key]);
    if (earlier === undefined) seen.set(item[key], index);
    else {
      yield {
        pointer: `${list}/${index}/${key}`,
        code: 'not_allowed',
        message: `${item[key]} is listed before, in ${list}/${earlier}`,
        hint: 'Remove one of the two.',
      };
    }
  }
}
