import { classBits, type FileClass } from '#index/codes.ts';

/** Parameters that choose nodes by the classes of their files. */
export interface ClassParams {
  with_classes?: FileClass[];
  without_classes?: FileClass[];
}

/** SQL that is true for the sums of classes that the parameters choose; undefined if all match. */
export function classCondition(column: string, params: ClassParams): string | undefined {
  const wanted = classBits(params.with_classes ?? []);
  const unwanted = classBits(params.without_classes ?? []);
  if ((wanted | unwanted) === 0) return undefined;
  return `(${column} & ${wanted} = ${wanted} AND ${column} & ${unwanted} = 0)`;
}
