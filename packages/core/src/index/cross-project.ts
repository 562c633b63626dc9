import { importReasons } from '#relate/reasons.ts';

/** The rule of an import that leads to a package of another project; more precise rules start with it. */
export const INDEX_PACKAGE = 'index-package';

/** Reason of an import that names a package of another project, which has no file for it. */
export const WITHOUT_FILE = 'a package of another project in the index without a file for it';

/** Reason of such an import in the scan of its project, where it is external. */
export const OUTSIDE_PROJECT: string = importReasons.package;

/** SQL: whether a row of `import` names a package of another project. */
export const NAMES_OTHER_PROJECT = `(ifnull(rule LIKE '${INDEX_PACKAGE}%', 0) OR import.reason IS '${WITHOUT_FILE}')`;
