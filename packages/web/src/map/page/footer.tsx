import type { JSX } from 'preact';
import { moment } from '../model/words.ts';
import { hasSources } from './blocks.ts';
import { useAtlas } from './knowledge.ts';

const SOURCES = hasSources();

export function Footer(): JSX.Element {
  const { data } = useAtlas();
  return (
    <footer class="foot">
      <span>
        Written {moment(data.created)} by analyzer {data.versions.analyzer}
      </span>
      <span>
        Snapshot <code title={data.snapshot_id}>{data.snapshot_id.slice(0, 12)}</code>
      </span>
      <span>
        {SOURCES
          ? 'This file contains source code of the projects. Share it as you would share the projects.'
          : 'This file contains no source code, only names and locations.'}
      </span>
    </footer>
  );
}
