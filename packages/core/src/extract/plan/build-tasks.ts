import { compareBytes } from '@analyzer/contracts/order';
import { briefOf } from './brief/brief.ts';
import type { ListedFamily } from './brief/family-list.ts';
import { clipped, counted } from './brief/quoted.ts';
import {
  designText,
  migrateText,
  packageText,
  releaseText,
  routeReviewText,
  validateText,
  verifyText,
} from './brief/stage-texts.ts';
import type { Family, PlanConfig, PlanPackage, PlanTask, Stage } from './model.ts';
import { needsRelease, releaseOf } from './releases.ts';
import { isIn } from './routing.ts';
import { inputDigest, taskKey } from './task-keys.ts';

/** A package with the families that it receives, by rank. */
export interface PackageFamilies {
  target: PlanPackage;
  families: Family[];
}

/** A family of which a person chooses the package. */
export interface OpenFamily {
  family: Family;
  candidates: PlanConfig['packages'];
}

/** The tasks of a plan, each after those that it depends on. */
export function buildTasks(
  packages: readonly PackageFamilies[],
  open: readonly OpenFamily[],
  config: PlanConfig,
): PlanTask[] {
  const build = builderOf(config);
  return [
    ...open.map(({ family, candidates }) =>
      build({
        stage: 'route-review',
        scope: family.family_id,
        project: config.coordinator,
        target: { family_id: family.family_id, candidates },
        title: `Choose the package of ${namesOf([family])}`,
        text: routeReviewText(candidates),
        families: [{ family, occurrences: family.occurrences }],
        after: [],
      }),
    ),
    ...packages.flatMap((one) => packageTasks(one, config, build)),
    ...projectsOf(packages).flatMap(([project, its]) => projectTasks(project, its, config, build)),
  ];
}

interface TaskDraft {
  stage: Stage;
  scope: string;
  project: string;
  target: unknown;
  title: string;
  text: readonly string[];
  families: readonly ListedFamily[];
  after: readonly string[];
}

const MAX_TITLE_LENGTH = 200;

function builderOf(config: PlanConfig): (draft: TaskDraft) => PlanTask {
  return ({ stage, scope, project, target, title, text, families, after }) => {
    const key = taskKey(stage, scope);
    const copies = families.flatMap(({ occurrences }) => occurrences);
    const digest = inputDigest({ stage, target, families: families.map(({ family }) => family), copies, config });
    const context = [`${key}/context.json`];
    const head = { task_key: key, stage, project };
    const { planning } = config;
    const brief = briefOf({ ...head, input_digest: digest, after, context, text, families, planning });
    return {
      ...head,
      title: clipped(title, MAX_TITLE_LENGTH),
      after: [...after],
      input_digest: digest,
      brief,
      context,
    };
  };
}

function packageTasks(
  { target, families }: PackageFamilies,
  config: PlanConfig,
  build: (draft: TaskDraft) => PlanTask,
): PlanTask[] {
  const listed = families.map((family) => ({ family, occurrences: family.occurrences }));
  const common = { scope: target.package_id, project: target.project, target, families: listed };
  const names = namesOf(families);
  const design = build({
    ...common,
    stage: 'design',
    title: `Design ${names} in ${target.name}`,
    text: designText(target),
    after: [],
  });
  const work = build({
    ...common,
    stage: 'package',
    title: target.is_new ? `Create ${target.name} with ${names}` : `Add ${names} to ${target.name}`,
    text: packageText(target),
    after: [design.task_key],
  });
  const verify = build({
    ...common,
    stage: 'verify',
    title: `Verify ${target.name}`,
    text: verifyText(target),
    after: [work.task_key],
  });
  const release = releaseOf(config, target);
  const isReleased = families.some(({ occurrences }) =>
    occurrences.some(({ project }) => needsRelease(config, target, project)),
  );
  if (release === undefined || !isReleased) return [design, work, verify];
  const released = build({
    ...common,
    stage: 'release',
    target: { ...target, release },
    title: `Release ${target.name}`,
    text: releaseText(target, release),
    after: [verify.task_key],
  });
  return [design, work, verify, released];
}

interface NeededPackage {
  target: PlanPackage;
  families: ListedFamily[];
}

/** Projects with copies outside of the packages, by label, with the packages that they need. */
function projectsOf(packages: readonly PackageFamilies[]): [string, NeededPackage[]][] {
  const projects = new Map<string, NeededPackage[]>();
  for (const { target, families } of packages) {
    const needed = new Map<string, ListedFamily[]>();
    for (const family of families) {
      const copies = family.occurrences.filter((occurrence) => !isIn(target, occurrence));
      for (const project of new Set(copies.map((copy) => copy.project))) {
        const listed = { family, occurrences: copies.filter((copy) => copy.project === project) };
        append(needed, project, listed);
      }
    }
    for (const [project, its] of needed) append(projects, project, { target, families: its });
  }
  return [...projects].sort(([a], [b]) => compareBytes(a, b));
}

function append<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}

function projectTasks(
  project: string,
  needed: readonly NeededPackage[],
  config: PlanConfig,
  build: (draft: TaskDraft) => PlanTask,
): PlanTask[] {
  const targets = needed.map(({ target }) => target);
  const families = needed.flatMap((one) => one.families);
  const common = { scope: project, project, target: { project, packages: targets }, families };
  const packages = counted(targets.length, 'shared package', 'shared packages');
  const migrate = build({
    ...common,
    stage: 'migrate',
    title: `Use ${targets.length === 1 ? (targets[0]?.name ?? packages) : packages} in ${project}`,
    text: migrateText(project, targets, (target) =>
      needsRelease(config, target, project) ? releaseOf(config, target) : undefined,
    ),
    after: targets.map((target) =>
      taskKey(needsRelease(config, target, project) ? 'release' : 'verify', target.package_id),
    ),
  });
  const validate = build({
    ...common,
    stage: 'validate',
    title: `Validate ${project} with ${packages}`,
    text: validateText(project),
    after: [migrate.task_key],
  });
  return [migrate, validate];
}

const MAX_NAMES = 3;
const MAX_NAME_LENGTH = 40;

function namesOf(families: readonly Family[]): string {
  const shown = families
    .slice(0, MAX_NAMES)
    .map(({ family_id: id, names: [name = id] }) => clipped(visible(name), MAX_NAME_LENGTH));
  const more = families.length - shown.length;
  return shown.join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** Without characters that change how a title is shown. */
function visible(name: string): string {
  return name.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '�');
}
