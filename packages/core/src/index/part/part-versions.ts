import { ENGINE_VERSION } from '#parse/versions.ts';
import { SCHEMA_VERSION } from '../schema/released.ts';
import { INDEX_VERSIONS } from '../versions.ts';

/** Raised with every change of the tables of a part that does not change the schema of an index. */
export const PART_FORMAT = 2;

/** All that a part depends on besides the project. The engines give the same facts. */
export const PART_VERSIONS = JSON.stringify([PART_FORMAT, ENGINE_VERSION, SCHEMA_VERSION, INDEX_VERSIONS]);
