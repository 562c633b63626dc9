/**
 * The entry for programs that check manifests themselves: no file is read, and nothing of Node.js or of an index is
 * needed.
 */
export type { Finding } from './findings.ts';
export { type Layer, RULES, type RuleId, type Severity } from './rules.ts';
export { type ManifestFormat, type ValidateOptions, type Validation, validateManifest } from './validate-manifest.ts';
