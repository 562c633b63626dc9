import { type DataFormat, readData } from '../workspaces/read-data.ts';

/** The properties of a file's table; undefined if it cannot be read. */
export function readProperties(location: string, format: DataFormat): Map<string, unknown> | undefined {
  const read = readData(location, format);
  if ('problem' in read || typeof read.data !== 'object' || read.data === null) return undefined;
  return new Map(Object.entries(read.data));
}
