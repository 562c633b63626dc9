import type { PlanConfig, PlanPackage } from '../model.ts';
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

export function migrateText(project: string, targets: readonly PlanPackage[]): string[] {
  return [
    `Replace the copies in the project ${quoted(project)} by the functions of the packages:`,
    ...targets.map((target) => `- ${described(target)}`),
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
