/** What the command line gives to `scan`; a flag that nobody set is absent. */
export interface ScanFlags {
  detail: 'files' | 'declarations' | 'full';
  format: 'terminal' | 'json' | 'dot';
  output?: string;
  ascii?: true;
  color: 'auto' | 'always' | 'never';
  exclude?: string[];
  profile?: 'logic' | 'inventory';
  all?: true;
  maxBytes?: number;
  sourceRoot?: string[];
  minNodes?: number;
  strict?: true;
  jobs?: number;
}
