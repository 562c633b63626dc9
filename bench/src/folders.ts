import { join } from 'node:path';

/** The bundle is in `bench/dist`. */
export const BENCH = join(import.meta.dirname, '..');
export const REPOSITORY = join(BENCH, '..');
export const CORPUS = join(BENCH, 'corpus');
export const LARGE_CORPUS = join(BENCH, 'corpus-large');
export const ARCHIVES = join(BENCH, 'archives');
/** The built command line. */
export const ANALYZER = join(REPOSITORY, 'packages/analyzer/bin/analyzer.js');
/** The built thread of connections to PostgreSQL. */
export const BRIDGE = join(REPOSITORY, 'packages/analyzer/dist/postgres-bridge.js');
/** The built native engine. */
export const NATIVE = join(REPOSITORY, 'native/analyzer-rs/target/release/analyzer-rs');
/** The built parse worker, with its grammars beside it. */
export const WORKER = join(REPOSITORY, 'packages/analyzer/dist/worker.js');
