/** What the command line gives to `manifest validate`; a flag that nobody set is absent. */
export interface ValidateFlags {
  format: 'terminal' | 'json' | 'sarif' | 'github';
  as?: 'json' | 'yaml';
  strict?: true;
  ascii?: true;
  color: 'auto' | 'always' | 'never';
}
