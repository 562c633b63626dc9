import type { Stage } from '../model.ts';

/** Where a task writes its result. */
export const ARTIFACTS = '.analyzer-artifacts';
export const CONTEXT = '.tracker/analyzer/context';
export const INCOMING = '.tracker/analyzer/incoming';

interface Task {
  task_key: string;
  input_digest: string;
  stage: Stage;
}

/** What the task writes, and how it is checked. */
export function resultSection({ task_key: key, input_digest: digest, stage }: Task): string[] {
  const folder = `${ARTIFACTS}/${key}`;
  return [
    'Result',
    ...(stage === 'design' || stage === 'route-review' ? proposal(folder, key, digest) : []),
    `Write ${folder}/result.json last, when every other file is written: one JSON object with these properties and no others:`,
    '- schema: "analyzer.task-result.v1"',
    `- task_key: "${key}"`,
    `- input_digest: "${digest}"`,
    `- handoff_digest: the value in ${INCOMING}/${key}/handoff.json`,
    '- status: "done", "needs_review" (a person must decide; say why in notes) or "failed"',
    ...CONTENT[stage],
    '- notes: a string, empty if there is nothing to say',
    `Paths of artifacts and logs are relative to ${folder}; all other paths are relative to the root of the project. Each sha256, before and after is a SHA-256 as 64 hexadecimal digits.`,
    '',
    'Verification',
    ...CHECKS[stage],
    'The result is read again before the next task starts: task_key, both digests, the hash of every artifact and log. An exit code of 0 or a ticket with the status done is not a result.',
  ];
}

function proposal(folder: string, key: string, digest: string): string[] {
  return [
    `Write ${folder}/proposal.json: one JSON object with these properties and no others:`,
    '- schema: "analyzer.ticket-proposal.v1"',
    `- task_key: "${key}"`,
    `- input_digest: "${digest}"`,
    '- decision: "extract_library", "parameterize", "keep_local" or "needs_review"',
    '- targets: one {family_id, package_id} for each family',
    '- exports: one {family_id, symbol, signature} for each family that moves; signature is code, or null',
    '- rationale: one to four paragraphs of at most 250 characters',
    '- evidence_ids: ids of the context file, at least two unless the copies stay',
  ];
}

const NOTHING_CHANGED = '- changed_files: []; change no file outside of the result folder';
const CHANGED =
  '- changed_files: one {path, before, after} for each file that the task created (before null), changed, or deleted (after null); those that Git shows, committed or not, without ignored files';
const ARTIFACT = '- artifacts: one {path, sha256, bytes, role} for each further file in the result folder, role';
const TESTS =
  '- tests: one {name, command_text, exit_code, log: {path, sha256}} for each suite that was run; command_text is never executed';
const PACKAGE =
  '- package: {name, version}; exports: {family_id, symbol, path} for every family that moves; path is the file that declares symbol';
const NO_PACKAGE = '- package: null; exports: []; license: null';
const ANSWER = [NOTHING_CHANGED, `${ARTIFACT} "report" for proposal.json`, '- tests: []', NO_PACKAGE];

const CONTENT: Readonly<Record<Stage, readonly string[]>> = {
  design: ANSWER,
  'route-review': ANSWER,
  package: [
    CHANGED,
    `${ARTIFACT} "package" for the packed package or the shared file, "log" for logs`,
    TESTS,
    PACKAGE,
    '- license: null',
  ],
  verify: [
    NOTHING_CHANGED,
    `${ARTIFACT} "log" for logs`,
    TESTS,
    PACKAGE,
    '- license: {spdx, evidence}: the SPDX expression of the package, and the paths of files in this project that show it',
  ],
  release: [
    `${CHANGED.replace('- changed_files:', '- changed_files: only those at the path of the release:')}`,
    `${ARTIFACT} "package" for the packed package, "log" for logs`,
    '- tests: []',
    '- package: {name, version}, as verified; exports: []; license: null',
    '- release: {version, note, location}: the version, the change note, and the path or the registry of the task',
  ],
  migrate: [CHANGED, `${ARTIFACT} "log" for logs, "patch" for a patch`, TESTS, NO_PACKAGE],
  validate: [NOTHING_CHANGED, `${ARTIFACT} "log" for logs`, TESTS, NO_PACKAGE],
};

const SAME_FILES = 'The changed files are those that Git shows.';
const NO_FILES = 'Git shows no changed file.';
const RUN_TESTS = 'At least one test suite was run and none failed.';

const CHECKS: Readonly<Record<Stage, readonly string[]>> = {
  design: ['The proposal has one target for every family and cites evidence of the context file.'],
  'route-review': ['The proposal has one target for the family: one of the candidates, new or keep_local.'],
  package: [
    `The package has the name of this task. Every family that moves has an export, and its file declares it. Every changed file has its declared hash. ${SAME_FILES} ${RUN_TESTS}`,
  ],
  verify: [
    `Name and version of the package are those of the package task. Every family that moves has an export, and its file declares it. The licence has evidence. ${NO_FILES} ${RUN_TESTS}`,
  ],
  release: [
    `The version is the verified one and higher than that of the last release. At a path, the manifest has this name and version, and the files are the verified ones. A person confirms what a registry has. ${SAME_FILES}`,
  ],
  migrate: [
    `No copy below remains unchanged, except those that the design keeps. Every changed file has its declared hash. ${SAME_FILES} ${RUN_TESTS}`,
  ],
  validate: [`${NO_FILES} ${RUN_TESTS}`],
};
