import type { ManifestFormat } from './validate-manifest.ts';

/** Default names of a manifest in a folder. */
export const MANIFEST_NAMES = ['contracts.json', 'contracts.yaml', 'contracts.yml', 'intract.yaml'] as const;

const YAML_NAME = /\.ya?ml$/i;

/** The format of a manifest by its name. */
export function formatOfName(path: string): ManifestFormat {
  return YAML_NAME.test(path) ? 'yaml' : 'json';
}
