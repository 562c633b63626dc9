import type { Stage } from '../plan/model.ts';

/** What a person or an agent does at the end, instead of writing the result. */
const ENDS: Readonly<Record<Stage, readonly string[]>> = {
  design: [
    'Complete the file proposal: decision, targets, exports and signatures are a draft with the first copy of each family.',
    'Then run: analyzer tickets submit KEY --rationale "why the design is so"',
  ],
  'route-review': [
    'Complete the file proposal: the package_id in targets.',
    'Then run: analyzer tickets submit KEY --rationale "why this package"',
  ],
  package: [
    'Work in the folder above; there is nothing to commit and no hash to compute. Run the tests with a report in the format JUnit XML.',
    'Then run: analyzer tickets submit KEY --tests REPORT.xml',
  ],
  verify: [
    'Change no file. Run the tests again, with a report in the format JUnit XML.',
    'Then run: analyzer tickets submit KEY --tests REPORT.xml',
  ],
  release: [
    'Work in the folder above; there is nothing to commit and no hash to compute.',
    'Then run: analyzer tickets submit KEY --change-note "what is new for its users"',
  ],
  migrate: [
    'Work in the folder above; there is nothing to commit and no hash to compute. Run the tests with a report in the format JUnit XML.',
    'Then run: analyzer tickets submit KEY --tests REPORT.xml',
    'A copy that must stay: add --keep "path#name: reason" for each one. A person then decides.',
  ],
  validate: [
    'Change no file. Run all tests of the project, with a report in the format JUnit XML.',
    'Then run: analyzer tickets submit KEY --tests REPORT.xml',
  ],
};

/** Of a brief, which is written before the folder of the work is known. */
const IN_ROOT = 'Work in the root folder of this project.';

export interface WorkPlace {
  stage: Stage;
  key: string;
  /** Absolute path of the folder to work in. */
  folder: string;
  /** What the design decided, one line for each family; empty before it. */
  decided: readonly string[];
}

/** The brief of a task without the result file, which `submit` writes, and with the decisions of its design. */
export function workText(brief: string, { stage, key, folder, decided }: WorkPlace): string {
  const end = brief.indexOf('\nResult\n');
  const task = (end < 0 ? brief : brief.slice(0, end)).replace(IN_ROOT, () => `Work in ${folder}.`);
  return [
    task.trimEnd(),
    ...(decided.length === 0 ? [] : ['', 'Design', ...decided]),
    '',
    'When it is done',
    ...ENDS[stage].map((line) => line.replace('KEY', key)),
  ].join('\n');
}
