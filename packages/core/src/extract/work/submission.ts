import type { SubmittedTest } from './submitted-tests.ts';

/** What a person or an agent adds to the work itself. */
export interface Submission {
  tests: readonly SubmittedTest[];
  /** Copies that a migration leaves, as `path#name`, with a reason. */
  keep: readonly { path: string; name: string; reason: string }[];
  /** Of the package; by default that of its manifest. */
  version?: string;
  /** SPDX expression of the package's licence; by default that of its manifest. */
  license?: string;
  /** Paths of files that show the licence; by default the licence file. */
  licenseFiles: readonly string[];
  /** Why the design decides so: one paragraph each. */
  rationale: readonly string[];
  /** What a release has for the users of the package. */
  changeNote?: string;
  notes?: string;
}
