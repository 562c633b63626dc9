import { ANALYZER, NATIVE } from '../folders.ts';

/** A command that writes files below a work folder. */
export interface Subject {
  name: string;
  /** Arguments of Node. */
  args(project: string, work: string): string[];
  /** Files that are absent, earlier or complete at any time; other files are internal. */
  outputs: readonly string[];
  /** They are removed before each run, because the command overwrites none. */
  isNew: boolean;
}

const scanTo = (project: string, work: string, options: readonly string[]) => {
  return [ANALYZER, 'scan', project, '--format', 'json', '-o', `${work}/scan.json`, '--jobs', '1', ...options];
};

export const SUBJECTS: readonly Subject[] = [
  {
    name: 'document of a scan',
    args: (project, work) => scanTo(project, work, ['--rust-bin', NATIVE]),
    outputs: ['scan.json'],
    isNew: true,
  },
  {
    name: 'cache of the portable engine',
    args: (project, work) => scanTo(project, work, ['--engine', 'portable', '--cache-dir', `${work}/cache`]),
    outputs: ['scan.json'],
    isNew: true,
  },
  {
    name: 'cache of the native engine',
    args: (project, work) => scanTo(project, work, ['--rust-bin', NATIVE, '--cache-dir', `${work}/cache`]),
    outputs: ['scan.json'],
    isNew: true,
  },
  {
    name: 'baseline',
    args: (project, work) => [
      ANALYZER,
      'baseline',
      project,
      '--baseline',
      `${work}/baseline.json`,
      '--rust-bin',
      NATIVE,
    ],
    outputs: ['baseline.json'],
    isNew: false,
  },
  {
    name: 'index and map',
    args: (project, work) => {
      const files = ['--db', `${work}/index.db`, '-o', `${work}/map.html`];
      return [ANALYZER, 'map', project, ...files, '--rust-bin', NATIVE];
    },
    outputs: ['map.html'],
    isNew: true,
  },
];
