/** The configuration file of a folder. */
export const CONFIGURATION_FILE = 'analyzer.json';
/** The value of `schema` in it; a file without it belongs to another program. */
export const CONFIGURATION_SCHEMA = 'analyzer.config.v1';
/** Largest file; far larger than a list of settings and projects needs to be. */
export const CONFIGURATION_MEBIBYTES = 1;
