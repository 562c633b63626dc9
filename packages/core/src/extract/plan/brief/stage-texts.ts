import type { PlanConfig, PlanPackage } from '../model.ts';
import type { Release } from '../releases.ts';
import { quoted } from './quoted.ts';

/** What a task about a package does. */
export function designText(target: PlanPackage): string[] {
  return [
    `Design the interface of ${described(target)}, which replaces the copies below by one function for each family.`,
    'Read every copy and its callers. Choose for each family the exported name, the parameters and the return type. Copies that differ become one function with parameters for the differences; if the differences have no common purpose, keep the copies.',
    'decision of the proposal: extract_library, parameterize (a function got parameters for the differences), keep_local (all copies stay) or needs_review.',
    `targets of the proposal: package_id "${target.package_id}" for each family that moves, "keep_local" for each that stays.`,
    'Write no code of the package: that is the next task.',
  ];
}

export function packageText(target: PlanPackage): string[] {
  const action = target.is_new ? 'Create' : 'Complete';
  return [
    `${action} ${described(target)} as the design says. The proposal is in the incoming folder.`,
    ...(target.kind === 'package'
      ? [
          'Follow the conventions of the project for its packages: manifest, source, tests, licence file. The name in the manifest is the name above; choose the version by the rules of the project.',
        ]
      : [
          'It is one file that scripts load. Name its version in a comment at the top, and add the licence as the project does.',
        ]),
    'Export one function for each family that the design moves. Test each of them, with every difference between the copies. Run these tests.',
    'Leave the copies as they are: each project has a task of its own that replaces them.',
  ];
}

export function verifyText(target: PlanPackage): string[] {
  return [
    `Verify ${described(target)} independently of the task that wrote it. Its result is in the incoming folder.`,
    'Compare the hashes of its files with the result. Run its tests again. Check name and version in its manifest, and that each family has an export whose behaviour is that of every copy below.',
    'Review the licences: the licence of the package must allow the code of every project that the copies are from; the context file names their licence files.',
    'Repair nothing: report a fault with the status failed and describe it in notes.',
  ];
}

export function releaseText(target: PlanPackage, { method, path, location }: Release): string[] {
  const where =
    path === null
      ? `Publish it in the registry ${quoted(location)} as the project does.`
      : path === target.path
        ? `Consumers use it where it is, at ${quoted(location)} (${method}): check that they can, and change none of its files.`
        : `Copy its verified files to ${quoted(location)} (${method}), unchanged and with the same paths in it.`;
  return [
    `Release ${described(target)}: projects in other repositories use it next. The version is the verified one.`,
    where,
    'Write a change note for its users: what is new, and which functions replace which copies.',
    'Change no other file.',
  ];
}

/** @param releaseOf how the project gets a package; undefined if it is in the same repository */
export function migrateText(
  project: string,
  targets: readonly PlanPackage[],
  releaseOf: (target: PlanPackage) => Release | undefined = () => undefined,
): string[] {
  return [
    `Replace the copies in the project ${quoted(project)} by the functions of the packages:`,
    ...targets.map((target) => {
      const release = releaseOf(target);
      const how = release === undefined ? '' : `; its release (${release.method}) is at ${quoted(release.location)}`;
      return `- ${described(target)}${how}`;
    }),
    'The results in the incoming folder name version, exported symbol and file for each family. Add the dependencies as the project does, change the callers, and delete each copy below that is then unused. A family that the design keeps local stays as it is.',
    'Change nothing else. Run the tests of the project.',
  ];
}

export function validateText(project: string): string[] {
  return [
    `Validate the project ${quoted(project)} after its migration. The result of that task is in the incoming folder.`,
    'Run all tests of the project. Check that no copy below remains that the design moves, that the project uses the packages, and that the changed files are those of the result.',
    'Repair nothing: report a fault with the status failed and describe it in notes.',
  ];
}

export function routeReviewText(candidates: PlanConfig['packages']): string[] {
  return [
    'Choose the package of one family. Several packages contain copies of it, so the plan creates no other task for it:',
    ...candidates.map(
      ({ id, name, project, path }) =>
        `- package_id ${id}: ${quoted(name)}, ${quoted(path)} of the project ${quoted(project)}`,
    ),
    'Read every copy. Choose the package whose purpose the function belongs to, whose dependencies it needs, and that the other projects can depend on.',
    'targets of the proposal: the family with the package_id of one candidate, "new" for a new package, or "keep_local".',
    'The answer becomes a route of the next plan.',
  ];
}

function described({ name, kind, language, is_new: isNew, path, project }: PlanPackage): string {
  const what = kind === 'package' ? 'package' : 'shared file';
  const state = isNew ? 'new' : 'existing';
  return `the ${state} ${language} ${what} ${quoted(name)} at ${quoted(path)} of the project ${quoted(project)}`;
}
