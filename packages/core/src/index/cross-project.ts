import { importReasons } from '#relate/reasons.ts';

/** Reason of an import that names a package of another project, which has no file for it. */
export const WITHOUT_FILE = 'a package of another project in the index without a file for it';

/** Reasons in the scan of a project of imports that can lead to other projects. */
export const OUTSIDE = {
  package: importReasons.package,
  mapped: importReasons.path_map,
  class: importReasons.autoload,
  locked: importReasons.composer_package,
  module: importReasons.not_here,
  path: importReasons.outside,
  /** With the path. */
  nothing: 'nothing at ',
  /** With the folder, which can be another project. */
  into: 'leads into ',
} as const;
