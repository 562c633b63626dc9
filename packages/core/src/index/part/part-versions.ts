import { ENGINE_VERSION } from '#parse/versions.ts';
import { SCHEMA_VERSION } from '../schema/released.ts';
import { INDEX_VERSIONS } from '../versions.ts';

/** All that a part depends on besides the project. The engines give the same facts. */
export const PART_VERSIONS = JSON.stringify([ENGINE_VERSION, SCHEMA_VERSION, INDEX_VERSIONS]);
