import type { PageState, View } from '@analyzer/contracts/pages/dashboard';
import type { JSX } from 'preact';
import { type Outage, outagesOf } from '../model/outages.ts';
import { ChangeBefore } from './change-before.tsx';
import { type Go, ViewLink } from './go.tsx';
import { Time } from './time.tsx';

interface Props {
  state: PageState;
  view: View;
  go: Go;
}

/** Names of services in a card; further ones are counted. */
const NAMED = 20;
const SHOWN = 12;
/** Further causes in a card. */
const MORE_CAUSES = 3;

/** A card for each outage: its cause, since when, what changed before, and its services. */
export function Outages({ state, view, go }: Props): JSX.Element | null {
  const services = state.services.filter(({ tags }) => view.tag === '' || tags.includes(view.tag));
  const outages = outagesOf({ ...state, services });
  if (outages.length === 0 || view.service !== '') return null;
  return (
    <section aria-labelledby="outages">
      <h2 id="outages">{outages.length === 1 ? 'Outage' : `${outages.length} outages`}</h2>
      <ol class="outages">
        {outages.slice(0, SHOWN).map((outage) => (
          <Card key={outage.services[0]?.service} {...{ outage, view, go }} now={state.now} />
        ))}
      </ol>
      {outages.length <= SHOWN ? null : (
        <p class="since">and {outages.length - SHOWN} older; all failing services are below</p>
      )}
    </section>
  );
}

function Card({ outage, view, go, now }: { outage: Outage; view: View; go: Go; now: number }): JSX.Element {
  const { services, cause, otherCauses, since, incident } = outage;
  const down = services.filter(({ health }) => health === 'down').length;
  const owners = [...new Set(services.map(({ owner }) => owner).filter(Boolean))];
  const count =
    services.length === 1 ? '' : `${services.length} services ${down === services.length ? 'down' : 'failing'}`;
  const title = cause === '' ? count || (down === 1 ? 'down' : 'failing') : cause;
  return (
    <li>
      <h3>{title}</h3>
      {otherCauses.slice(0, MORE_CAUSES).map((other) => (
        <p key={other} class="cause">
          also: {other}
        </p>
      ))}
      {otherCauses.length <= MORE_CAUSES ? null : (
        <p class="since">and {otherCauses.length - MORE_CAUSES} more causes</p>
      )}
      <p class="since">
        {count === '' || cause === '' ? '' : `${count}, `}began <Time at={since} now={now} />
        {owners.length === 0 ? '' : ` · ${owners.join(', ')}`}
      </p>
      {incident === null ? null : <ChangeBefore incident={incident} />}
      <p class="members">
        {services.slice(0, NAMED).map(({ service }) => (
          <ViewLink key={service} view={{ ...view, service, open: null }} go={go}>
            {service || '(no name)'}
          </ViewLink>
        ))}
        {services.length <= NAMED ? null : <span class="since">and {services.length - NAMED} more</span>}
      </p>
    </li>
  );
}
