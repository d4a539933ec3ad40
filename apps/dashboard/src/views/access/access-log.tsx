import type { Schemas } from '#client';
import type { ReactNode } from 'react';
import { useRead } from '../../api/index.js';
import { Shown } from '../../states/index.js';
import { Grid, type Column } from '../../table/index.js';
import { dayAndTime } from '../../words/index.js';

/** Every change of access, newest first as the service tells them, chained by hashes. */
export function AccessLog(): ReactNode {
  const query = useRead('GET /v1/access-log', (service) =>
    service.get('/v1/access-log', { params: { query: { pageSize: 500 } } }),
  );
  return (
    <Shown query={query}>
      {({ items }) => (
        <Grid noun="change" prefix="l" columns={COLUMNS} rows={items} rowKey={({ sequence }) => sequence} />
      )}
    </Shown>
  );
}

const COLUMNS: readonly Column<Schemas['AccessLogEntry']>[] = [
  { id: 'sequence', title: 'number', isNumber: true, value: ({ sequence }) => Number(sequence) },
  { id: 'at', title: 'at', width: 25, value: ({ at }) => at, cell: ({ at }) => dayAndTime(at) },
  { id: 'action', title: 'what', width: 18, value: ({ action }) => action },
  { id: 'actor', title: 'by', width: 18, value: ({ actor }) => actor },
  {
    id: 'details',
    title: 'details',
    width: 50,
    value: ({ details }) => JSON.stringify(details),
    says: ({ details }) => JSON.stringify(details),
  },
  { id: 'request', title: 'request', width: 38, value: ({ requestId }) => requestId },
  { id: 'hash', title: 'hash', width: 66, value: ({ hash }) => hash },
];
