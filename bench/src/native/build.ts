import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { REPOSITORY } from '../folders.ts';

const CRATE = join(REPOSITORY, 'native/analyzer-rs');
/** Where Cargo puts what {@link buildNative} builds. */
export const RELEASE = join(CRATE, 'target/release');

/**
 * Builds the native engine and its floors, so that all measured programs have the same state.
 *
 * @throws if Cargo is missing or fails; the reason is on stderr
 */
export function buildNative(): void {
  const args = ['build', '--release', '--locked', '--quiet', '--bins', '--examples'];
  execFileSync('cargo', args, { cwd: CRATE, stdio: ['ignore', 'ignore', 'inherit'] });
}
