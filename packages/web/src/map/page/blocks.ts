import { BLOCKS, type MapGraph, type MapSources } from '@analyzer/contracts/pages/map';
import type { MainData } from '../model/atlas.ts';

/** The part of the data that every view needs. @throws Error with a message for the user */
export async function readMain(): Promise<MainData> {
  const data: MainData | undefined = await readBlock(BLOCKS.main);
  if (data === undefined) throw new Error('This file has no map data: it is the template of exports.');
  if (data.schema !== 'analyzer.map.v1') throw new Error(`This page cannot read data with schema "${data.schema}".`);
  return data;
}

export async function readGraph(): Promise<MapGraph | undefined> {
  return readBlock(BLOCKS.graph);
}

/** Undefined if the map was written without source. */
export async function readSources(): Promise<MapSources | undefined> {
  return readBlock(BLOCKS.sources);
}

export function hasSources(): boolean {
  return document.getElementById(BLOCKS.sources) !== null;
}

/** JSON that `mapHtml` deflated and base64-encoded. The element is emptied to free its memory. */
async function readBlock(id: string) {
  const element = document.getElementById(id);
  if (element === null) return undefined;
  const text = element.textContent ?? '';
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  const inflated = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const value = JSON.parse(await new Response(inflated).text());
  element.textContent = '';
  return value;
}
