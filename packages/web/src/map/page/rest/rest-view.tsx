import type { JSX } from 'preact';
import { exclusionWords, languageName, moment, number, omissionWords, statusWords } from '../../model/words.ts';
import { useAtlas } from '../knowledge.ts';

/** Files that were not parsed, links that were not resolved, and content that this file omits. */
export function RestView(): JSX.Element {
  const { data } = useAtlas();
  return (
    <div class="rest">
      <div class="page-head">
        <h1>Omissions</h1>
        <p>Content of the projects that is not on this page, counted by reason.</p>
      </div>
      <div class="cards">
        <Omissions />
        <Coverage />
        <Exclusions />
        <Unlinked />
        <section>
          <h2>This map</h2>
          <dl class="facts-list">
            <dt>Written</dt>
            <dd>{moment(data.created)}</dd>
            <dt>Snapshot</dt>
            <dd>
              <code class="breaks">{data.snapshot_id}</code>
            </dd>
            <dt>Analyzer</dt>
            <dd>{data.versions.analyzer}</dd>
            {Object.entries(data.versions.formats).map(([name, version]) => (
              <Pair key={name} name={`Format of the ${name}`} value={version} />
            ))}
            {Object.entries(data.versions.languages).map(([id, version]) => (
              <Pair key={id} name={languageName(id)} value={version} />
            ))}
          </dl>
        </section>
      </div>
    </div>
  );
}

function Pair({ name, value }: { name: string; value: string }): JSX.Element {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  );
}

function Omissions(): JSX.Element {
  const { data } = useAtlas();
  return (
    <section>
      <h2>In the index, not in this file</h2>
      {data.omissions.length === 0 ? (
        <p>Nothing: this file has all groups and all links of the index.</p>
      ) : (
        <Counts rows={data.omissions.map(({ what, count, reason }) => [`${what} ${omissionWords(reason)}`, count])} />
      )}
    </section>
  );
}

function Coverage(): JSX.Element {
  const { data } = useAtlas();
  const counts = new Map<string, number>();
  for (const { coverage } of data.projects) {
    for (const [status, count] of Object.entries(coverage)) counts.set(status, (counts.get(status) ?? 0) + count);
  }
  return (
    <section>
      <h2>Included files</h2>
      {counts.size === 0 ? (
        <p>None.</p>
      ) : (
        <Counts rows={[...counts].map(([status, count]) => [statusWords(status), count])} />
      )}
    </section>
  );
}

function Exclusions(): JSX.Element {
  const { data } = useAtlas();
  const { reason, rule, count } = data.exclusions;
  const sums = new Map<string, { reason: string; rule: string; count: number }>();
  reason.forEach((why, i) => {
    const key = `${why}\0${rule[i]}`;
    const old = sums.get(key);
    if (old === undefined) sums.set(key, { reason: why, rule: rule[i] ?? '', count: count[i] ?? 0 });
    else old.count += count[i] ?? 0;
  });
  const rows = [...sums.values()].sort((a, b) => b.count - a.count);
  return (
    <section>
      <h2>Excluded paths</h2>
      {rows.length === 0 ? <p>None.</p> : null}
      <p class="small">An excluded directory counts as one path; its content is not counted.</p>
      <div class="tall">
        <table class="counts">
          <tbody>
            {rows.map((row) => (
              <tr key={`${row.reason} ${row.rule}`}>
                <th scope="row">
                  <code class="breaks">{row.rule}</code> {exclusionWords(row.reason)}
                </th>
                <td>{number(row.count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Unlinked(): JSX.Element {
  const { data } = useAtlas();
  const { imports, calls } = data.totals;
  return (
    <section>
      <h2>Links</h2>
      <p class="small">Drawn are resolved links, and ambiguous links to each candidate. Links do not cross projects.</p>
      <Counts
        rows={[
          ['imports resolved', imports.resolved],
          ['imports with several candidates', imports.ambiguous],
          ['imports of other packages', imports.external],
          ['imports unresolved', imports.unresolved],
          ['calls resolved', calls.resolved],
          ['calls of a member of a declared type', calls.declared],
          ['calls with several candidates', calls.ambiguous],
          ['calls into other packages', calls.external],
          ['calls unresolved', calls.unresolved],
        ]}
      />
    </section>
  );
}

function Counts({ rows }: { rows: readonly (readonly [string, number])[] }): JSX.Element {
  return (
    <table class="counts">
      <tbody>
        {rows.map(([words, count]) => (
          <tr key={words}>
            <th scope="row">{words}</th>
            <td>{number(count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
