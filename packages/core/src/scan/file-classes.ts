import type { FileEntry } from './model.ts';

/** Classes of files that are not product code (`languages/roles.json`), as options name them. */
export const FILE_CLASSES = ['tests', 'vendored', 'generated', 'examples', 'benchmarks', 'configuration'] as const;

export type FileClass = (typeof FILE_CLASSES)[number];

/** The first of some classes that a file has. */
export function classOf(file: FileEntry, among: readonly FileClass[]): FileClass | undefined {
  return among.find((it) => hasClass(file, it));
}

export function hasClass(file: FileEntry, name: FileClass): boolean {
  switch (name) {
    case 'tests':
      return file.is_test;
    case 'vendored':
      return file.is_vendored;
    case 'generated':
      return file.is_generated;
    case 'examples':
      return file.is_example;
    case 'benchmarks':
      return file.is_benchmark;
    case 'configuration':
      return file.is_configuration === true;
  }
}
