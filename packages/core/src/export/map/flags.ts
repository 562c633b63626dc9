import {
  FLAG_BENCHMARK,
  FLAG_CONFIGURATION,
  FLAG_EXAMPLE,
  FLAG_GENERATED,
  FLAG_TEST,
  FLAG_VENDORED,
} from '@analyzer/contracts/pages/map';
import { classesOf, FILE_CLASSES, type FileClass, hasClass } from '#index/codes.ts';

const FLAGS: Record<FileClass, number> = {
  test: FLAG_TEST,
  vendored: FLAG_VENDORED,
  generated: FLAG_GENERATED,
  example: FLAG_EXAMPLE,
  benchmark: FLAG_BENCHMARK,
  configuration: FLAG_CONFIGURATION,
};

/** The flags of the map for a sum of classes of the index. */
export function classMapFlags(classes: number): number {
  return classesOf(classes).reduce((flags, name) => flags | FLAGS[name], 0);
}

/** The same in SQL, of a column. */
export function classMapFlagsOf(column: string): string {
  return FILE_CLASSES.map((name) => `${hasClass(column, name)} * ${FLAGS[name]}`).join(' + ');
}
