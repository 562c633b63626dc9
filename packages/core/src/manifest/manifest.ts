/**
 * The public API for programs that validate manifests: reads no file, and needs neither Node.js nor an index.
 */
export type { Finding } from './findings.ts';
export { type Layer, RULES, type RuleId, type Severity } from './rules.ts';
export { type ManifestFormat, type ValidateOptions, type Validation, validateManifest } from './validate-manifest.ts';
