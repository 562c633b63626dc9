import type { MapSources } from '@analyzer/contracts/pages/map';
import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import { type Atlas, Graph } from '../model/atlas.ts';
import { readGraph, readSources } from './blocks.ts';

/** The data of the views: the atlas, and the graph and the sources once they are loaded. */
export class Knowledge {
  readonly atlas: Atlas;
  readonly #graph: Lazy<Graph>;
  readonly #sources: Lazy<MapSources>;

  constructor(atlas: Atlas) {
    this.atlas = atlas;
    this.#graph = new Lazy(async () => {
      const data = await readGraph();
      return data === undefined ? undefined : new Graph(data, atlas.data.files.name.length);
    });
    this.#sources = new Lazy(readSources);
  }

  graph(): Lazy<Graph> {
    return this.#graph;
  }

  sources(): Lazy<MapSources> {
    return this.#sources;
  }
}

/** A value computed at the first use. */
export class Lazy<T> {
  value: T | undefined;
  readonly #read: () => Promise<T | undefined>;
  #reading: Promise<T | undefined> | undefined;

  constructor(read: () => Promise<T | undefined>) {
    this.#read = read;
  }

  async get(): Promise<T | undefined> {
    this.#reading ??= this.#read();
    this.value = await this.#reading;
    return this.value;
  }
}

export const Known = createContext<Knowledge | undefined>(undefined);

function useKnowledge(): Knowledge {
  const known = useContext(Known);
  if (known === undefined) throw new Error('a view is rendered outside of the page');
  return known;
}

export function useAtlas(): Atlas {
  return useKnowledge().atlas;
}

/** Undefined until it is loaded. */
export function useGraph(): Graph | undefined {
  return useLazy(useKnowledge().graph());
}

export function useSources(): MapSources | undefined {
  return useLazy(useKnowledge().sources());
}

function useLazy<T>(lazy: Lazy<T>): T | undefined {
  const [value, setValue] = useState(() => lazy.value);
  useEffect(() => {
    let wanted = true;
    lazy.get().then((read) => {
      if (wanted) setValue(() => read);
    });
    return () => {
      wanted = false;
    };
  }, [lazy]);
  return value;
}
