import { readFileSync } from 'node:fs';

/** Platforms that `analyzer-cli` has an optional package of the native engine for. */
export const PLATFORMS = [
  'linux-x64-gnu',
  'linux-arm64-gnu',
  'linux-x64-musl',
  'linux-arm64-musl',
  'darwin-x64',
  'darwin-arm64',
  'win32-x64',
];

/** The packed engine must start with glibc 2.28, of 2018. */
export const GLIBC_FLOOR = 28;

/** @returns {string} this platform as in `PLATFORMS` */
export function thisPlatform() {
  const libc = process.platform !== 'linux' ? '' : isGlibc() ? '-gnu' : '-musl';
  return `${process.platform}-${process.arch}${libc}`;
}

/** A program linked with glibc does not start with musl. */
function isGlibc() {
  return process.report.getReport().header.glibcVersionRuntime !== undefined;
}

/**
 * @param {string} program an ELF file
 * @returns {number} N of the newest symbol version `GLIBC_2.N` that the program needs; 0 without one
 */
export function newestGlibc(program) {
  const names = readFileSync(program)
    .toString('latin1')
    .matchAll(/GLIBC_2\.(\d+)\b/g);
  return Math.max(0, ...[...names].map(([, minor]) => Number(minor)));
}
