import type { Schemas } from '#client';
import type { ReactNode } from 'react';
import { useRead } from '../../api/index.js';
import { TextFilter } from '../../form/index.js';
import { usePlace } from '../../place/index.js';
import { Empty, Shown } from '../../states/index.js';
import { Grid, type Column } from '../../table/index.js';
import { Amount, dayAndTime, percent } from '../../words/index.js';
import { whyNot } from '../../access/index.js';
import { Grants } from './grants.js';
import { quotaLines, type QuotaLine } from './quota-lines.js';

/** Who shares a cluster, how much their namespaces may use, and what was refused them. */
export function SharesView(): ReactNode {
  const { at } = usePlace();
  const who = useRead('GET /v1/whoami', (service) => service.get('/v1/whoami'));
  return (
    <>
      <h1>Shares and quotas</h1>
      <div className="actions">
        <TextFilter name="namespace" label="Namespace" />
      </div>
      <h2>Quotas</h2>
      <Quotas />
      <h2>Refused by admission</h2>
      <RefusedRequests />
      <h2>Shared with other teams</h2>
      <Shown query={who} rows={2}>
        {(found) => <Grants reason={whyNot(found, 'admin')} isPast={at !== undefined} />}
      </Shown>
    </>
  );
}

function Quotas(): ReactNode {
  const { cluster, at, search } = usePlace();
  const { namespace } = search;
  const query = useRead(`GET quotas ${at ?? ''} ${namespace ?? ''}`, (service) =>
    service.get('/v1/clusters/{cluster}/quotas', {
      params: { path: { cluster }, query: { pageSize: 500, ...(namespace && { namespace }), ...(at && { at }) } },
    }),
  );
  return (
    <Shown query={query} rows={4}>
      {({ items }) =>
        items.length === 0 ? (
          <Empty title="There are no quotas" command={`npx berth import -c ${cluster} quotas.yaml`}>
            A ResourceQuota says how much the objects of a namespace may ask for together.
          </Empty>
        ) : (
          <Grid
            noun="limit"
            prefix="q"
            columns={QUOTA_COLUMNS}
            rows={quotaLines(items)}
            rowKey={({ namespace: of, quota, resource }) => `${of}/${quota} ${resource}`}
          />
        )
      }
    </Shown>
  );
}

const quantity = (id: 'hard' | 'used' | 'free', title: string): Column<QuotaLine> => ({
  id,
  title,
  width: 14,
  isNumber: true,
  value: (line) => line[id],
  cell: (line) => <Amount of={line.resource} value={line[id]} />,
});

const QUOTA_COLUMNS: readonly Column<QuotaLine>[] = [
  { id: 'namespace', title: 'namespace', width: 24, value: ({ namespace }) => namespace },
  { id: 'quota', title: 'quota', width: 20, value: ({ quota }) => quota },
  { id: 'resource', title: 'of', width: 24, value: ({ resource }) => resource },
  quantity('hard', 'hard'),
  quantity('used', 'used'),
  quantity('free', 'free'),
  {
    id: 'full',
    title: 'full',
    width: 26,
    isNumber: true,
    value: ({ share }) => share,
    cell: ({ share, namespace, resource }) =>
      share !== null && (
        <>
          <meter min={0} max={1} value={Math.min(1, share)} aria-label={`${resource} of ${namespace}, used`} />{' '}
          {percent(share)}
        </>
      ),
  },
];

function RefusedRequests(): ReactNode {
  const { cluster, search } = usePlace();
  const { namespace } = search;
  const query = useRead(`GET refusals ${namespace ?? ''}`, (service) =>
    service.get('/v1/clusters/{cluster}/refusals', {
      params: { path: { cluster }, query: { pageSize: 500, ...(namespace && { namespace }) } },
    }),
  );
  return (
    <Shown query={query} rows={4}>
      {({ items }) =>
        items.length === 0 ? (
          <Empty title="There are no refusals">
            Refusals by quotas, limit ranges and classes are listed here for 90 days.
          </Empty>
        ) : (
          <Grid noun="refusal" prefix="r" columns={REFUSAL_COLUMNS} rows={items} rowKey={({ id }) => id} />
        )
      }
    </Shown>
  );
}

const REFUSAL_COLUMNS: readonly Column<Schemas['AdmissionRefusal']>[] = [
  { id: 'at', title: 'at', width: 25, value: ({ at }) => at, cell: ({ at }) => dayAndTime(at) },
  { id: 'actor', title: 'who', width: 16, value: ({ actor }) => actor },
  {
    id: 'what',
    title: 'asked for',
    width: 40,
    value: ({ operation, object: { kind, namespace, name } }) =>
      `${operation} ${kind} ${[namespace, name].filter(Boolean).join('/')}`,
  },
  { id: 'reason', title: 'step', width: 20, value: ({ reason }) => reason },
  { id: 'message', title: 'what it said', width: 70, value: ({ message }) => message, says: ({ message }) => message },
];
