import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Path of the engine that `npm run build:native` builds in a clone. */
export const BUILT_HERE = fileURLToPath(
  new URL('../../../../../native/analyzer-rs/target/release/analyzer-rs', import.meta.url),
);

/** Why tests of the native engine are skipped, for their titles. */
export const NATIVE_MISSING = existsSync(BUILT_HERE) ? undefined : ' (skipped: the native engine is not built here)';
