import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Where `npm run build:native` leaves the engine in a clone. */
export const BUILT_HERE = fileURLToPath(
  new URL('../../../../../native/analyzer-rs/target/release/analyzer-rs', import.meta.url),
);

/** Why tests of the native engine are left out, for their titles. */
export const NATIVE_MISSING = existsSync(BUILT_HERE) ? undefined : ' (left out: the native engine is not built here)';
