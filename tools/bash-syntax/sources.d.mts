/** @param crate the folder of the crate */
export function sourcesDigest(crate: string): string;
