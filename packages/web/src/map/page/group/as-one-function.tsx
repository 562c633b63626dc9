import type { MapDraft, MapGroup } from '@analyzer/contracts/pages/map';
import type { JSX } from 'preact';
import { markedNames } from '../../model/marked-names.ts';
import { count } from '../../model/words.ts';
import { useAtlas, useGraph, useSources } from '../knowledge.ts';
import { CopyButton } from '../parts/copy-button.tsx';

/** The function that the copies could share, with its parameters marked, and what each copy would pass. */
export function AsOneFunction({ group }: { group: MapGroup }): JSX.Element | null {
  const atlas = useAtlas();
  const graph = useGraph();
  const sources = useSources();
  const at = atlas.data.groups.indexOf(group);
  const draft = sources?.drafts.find((it) => it.group === at);
  const { kind, kinds } = graph?.data.declarations ?? { kind: [], kinds: [] };
  const isFunction = FUNCTIONS.has(kinds[kind[group.occurrences[0] ?? -1] ?? -1] ?? '');
  if (draft === undefined) return isFunction && mayHaveDraft(group) ? <Undrafted group={group} /> : null;
  return (
    <section class="one-function">
      <h2>As one function</h2>
      {draft.function === undefined ? (
        <p class="none">There is no draft. {draft.obstacle ?? 'The copies could not be aligned.'}</p>
      ) : (
        <Drafted group={group} draft={draft} its={draft.function} label={atlas.label(draft.project)} />
      )}
    </section>
  );
}

const FUNCTIONS: ReadonlySet<string> = new Set(['function', 'method']);

/** Callbacks have none, and a list shows the groups that are worth one. */
function mayHaveDraft({ kind, listed, ranges }: MapGroup): boolean {
  const isOfBlocks = kind === 'block' || kind === 'block-shape';
  return listed !== undefined && (ranges === undefined || isOfBlocks);
}

/** Writing a draft takes time, so a map has those of its first groups. */
function Undrafted({ group }: { group: MapGroup }): JSX.Element {
  const command = `npx analyzer draft ${group.id}`;
  return (
    <section class="one-function">
      <h2>As one function</h2>
      <p class="none">
        Not in this map. <code>{command}</code> writes the function that the copies could share, or says why there is
        none; <code>--drafts</code> adds those of all groups to the map.{' '}
        <CopyButton text={() => command} words="Copy command" />
      </p>
    </section>
  );
}

interface DraftedProps {
  group: MapGroup;
  draft: MapDraft;
  its: NonNullable<MapDraft['function']>;
  label: string;
}

function Drafted({ group, draft, its, label }: DraftedProps): JSX.Element {
  const command = `npx analyzer draft ${group.id} --format patch | git apply`;
  const names = draft.parameters.map(({ name }) => name);
  return (
    <>
      <p>
        <b>{count(draft.copy_count, 'copy', 'copies')}</b> of {label} can call <code>{its.name}</code> in{' '}
        <code>{its.path}</code>, which saves <b>{count(draft.lines_saved, 'line')}</b>. The draft was checked against
        each copy; read it before you apply it. <CopyButton text={() => command} words="Copy command" />
      </p>
      <pre class="code">
        {markedNames(its.text, names).map(({ text, parameter }, i) =>
          parameter === undefined ? (
            text
          ) : (
            <mark key={i} class={`hole-${parameter % HOLES}`}>
              {text}
            </mark>
          ),
        )}
      </pre>
      {names.length === 0 ? (
        <p class="none">Nothing differs: the calls pass the parameters of the copies.</p>
      ) : (
        <Values draft={draft} />
      )}
    </>
  );
}

/** Colours of parameters in the style. */
const HOLES = 6;

function Values({ draft }: { draft: MapDraft }): JSX.Element {
  const { copies, parameters } = draft;
  const more = draft.copy_count - copies.name.length;
  return (
    <div class="scroll">
      <table class="values">
        <thead>
          <tr>
            <th scope="col">Copy</th>
            {parameters.map(({ name, kind }, at) => (
              <th scope="col" key={name}>
                <mark class={`hole-${at % HOLES}`}>{name}</mark> {WORDS[kind]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {copies.name.map((name, row) => (
            <tr key={`${copies.path[row]}:${copies.line[row]}`}>
              <th scope="row">
                <code>{name}</code> <code class="place">{`${copies.path[row]}:${copies.line[row]}`}</code>
              </th>
              {parameters.map((parameter) => (
                <td key={parameter.name}>
                  <code>{parameter.values[row]}</code>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {more > 0 ? <p class="none">And {count(more, 'more copy', 'more copies')}.</p> : null}
    </div>
  );
}

const WORDS = { literal: '', name: '', function: '(a function)' } as const;
