import {
  FLAG_BENCHMARK,
  FLAG_CONFIGURATION,
  FLAG_EXAMPLE,
  FLAG_EXPORTED,
  FLAG_GENERATED,
  FLAG_TEST,
  FLAG_VENDORED,
  type MapGroup,
} from '@analyzer/contracts/pages/map';
import type { JSX } from 'preact';
import { EASE_NAMES, EASE_SENTENCES, KIND_NAMES, kindSentence, languageName } from '../../model/words.ts';
import { useAtlas } from '../knowledge.ts';

/** Labels of a group. */
export function Labels({ group }: { group: MapGroup }): JSX.Element {
  const atlas = useAtlas();
  return (
    <>
      <span class={`label ${group.kind}`} title={kindSentence(group.kind, group.similarity)}>
        {KIND_NAMES[group.kind]}
      </span>
      <span class="label">{languageName(atlas.language(group.language))}</span>
      {group.whole === undefined ? null : <span class="label strong">identical {group.whole}</span>}
      {group.ease === undefined || group.kind !== 'near' ? null : (
        <span class="label" title={EASE_SENTENCES[group.ease]}>
          {EASE_NAMES[group.ease]}
        </span>
      )}
      <FlagLabels flags={group.flags} only />
    </>
  );
}

/** @param only whether all copies have the flags, not just one */
export function FlagLabels({ flags, only = false }: { flags: number; only?: boolean }): JSX.Element {
  const all = only ? ' only' : '';
  return (
    <>
      {flags & FLAG_TEST ? <span class="label">tests{all}</span> : null}
      {flags & FLAG_VENDORED ? <span class="label">vendored{all}</span> : null}
      {flags & FLAG_GENERATED ? <span class="label">generated{all}</span> : null}
      {flags & FLAG_EXAMPLE ? <span class="label">examples{all}</span> : null}
      {flags & FLAG_BENCHMARK ? <span class="label">benchmarks{all}</span> : null}
      {flags & FLAG_CONFIGURATION ? <span class="label">configuration{all}</span> : null}
      {flags & FLAG_EXPORTED ? <span class="label">exported</span> : null}
    </>
  );
}
