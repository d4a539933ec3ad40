import type { Schemas } from '#client';
import type { ReactNode } from 'react';
import { called, problemOf, queries, useCalling, useRead } from '../../api/index.js';
import { DescribedForm } from '../../form/index.js';
import { Problem, Shown } from '../../states/index.js';
import { Grid, type Column } from '../../table/index.js';
import { dayAndTime } from '../../words/index.js';

/** The teams that an admin knows of; those of the default team make new ones. */
export function Teams(): ReactNode {
  const query = useRead('GET /v1/teams', (service) =>
    service.get('/v1/teams', { params: { query: { pageSize: 500 } } }),
  );
  const making = useCalling(async (name: string) => {
    await called((service) => service.post('/v1/teams', { body: { name } }));
    await queries.invalidateQueries({ queryKey: [''] });
  });
  return (
    <>
      <DescribedForm
        fields={[{ name: 'name', label: 'New team', isRequired: true }]}
        submit="Make"
        isRunning={making.isRunning}
        send={({ name = '' }) => void making.run(name)}
      />
      {making.error !== undefined && <Problem problem={problemOf(making.error)} />}
      <Shown query={query} rows={3}>
        {({ items }) => <Grid noun="team" prefix="t" columns={COLUMNS} rows={items} rowKey={({ id }) => id} />}
      </Shown>
    </>
  );
}

const COLUMNS: readonly Column<Schemas['Team']>[] = [
  { id: 'name', title: 'team', width: 24, value: ({ name }) => name },
  { id: 'id', title: 'id', width: 40, value: ({ id }) => id },
  { id: 'by', title: 'made by', width: 20, value: ({ createdBy }) => createdBy },
  {
    id: 'at',
    title: 'at',
    width: 25,
    value: ({ createdAt }) => createdAt,
    cell: ({ createdAt }) => dayAndTime(createdAt),
  },
];
