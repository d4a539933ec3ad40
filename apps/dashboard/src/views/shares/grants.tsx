import type { Schemas } from '#client';
import type { ReactNode } from 'react';
import { called, problemOf, queries, useCalling, useRead } from '../../api/index.js';
import { Button } from '../../controls/index.js';
import { DescribedForm, type FormField, type Values } from '../../form/index.js';
import { usePlace } from '../../place/index.js';
import { Empty, Problem, Shown } from '../../states/index.js';
import { Grid, type Column } from '../../table/index.js';
import { dayAndTime } from '../../words/index.js';
import { ROLES } from '../../access/index.js';

type Grant = Schemas['Grant'];

const GRANTS = '/v1/clusters/{cluster}/grants';

const FIELDS: readonly FormField[] = [
  { name: 'team', label: 'Share with the team', isRequired: true },
  { name: 'role', label: 'as', kind: 'choice', of: ROLES.filter((role) => role !== 'monitor'), fallback: 'viewer' },
  { name: 'namespace', label: 'of the namespace', placeholder: 'all of them' },
];

/** Which teams share the cluster, and as what; admins give and take. */
export function Grants({
  reason,
  isPast,
}: {
  /** Why the reader may not see and change them. */
  readonly reason: string | undefined;
  readonly isPast: boolean;
}): ReactNode {
  const { cluster } = usePlace();
  const path = { cluster };
  const query = useRead(
    `GET ${GRANTS} ${cluster}`,
    (service) => service.get(GRANTS, { params: { path, query: { pageSize: 500 } } }),
    { isAsked: reason === undefined },
  );
  const again = (): Promise<void> => queries.invalidateQueries({ queryKey: [cluster] });
  const giving = useCalling(async ({ team = '', role, namespace }: Values) => {
    const body = { team, role: role as Grant['role'], ...(namespace !== undefined && { namespace }) };
    await called((service) => service.post(GRANTS, { params: { path }, body }));
    await again();
  });
  const taking = useCalling(async (grant: string) => {
    await called((service) =>
      service.delete('/v1/clusters/{cluster}/grants/{grant}', { params: { path: { cluster, grant } } }),
    );
    await again();
  });
  if (reason !== undefined) return <p className="quiet">{reason}</p>;
  const error = giving.error ?? taking.error;
  return (
    <>
      {!isPast && (
        <DescribedForm
          fields={FIELDS}
          submit="Share"
          isRunning={giving.isRunning}
          send={(values) => void giving.run(values)}
        />
      )}
      {error !== undefined && <Problem problem={problemOf(error)} />}
      <Shown query={query} rows={3}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title="It is not shared">A grant gives another team access to a part of it.</Empty>
          ) : (
            <Grid
              noun="grant"
              prefix="g"
              columns={columnsOf(isPast ? undefined : (id) => void taking.run(id))}
              rows={items}
              rowKey={({ id }) => id}
            />
          )
        }
      </Shown>
    </>
  );
}

function columnsOf(take: ((id: string) => void) | undefined): readonly Column<Grant>[] {
  return [
    { id: 'team', title: 'team', width: 24, value: ({ team }) => team },
    { id: 'role', title: 'as', width: 12, value: ({ role }) => role },
    { id: 'namespace', title: 'namespace', width: 24, value: ({ namespace }) => namespace ?? 'all of them' },
    { id: 'by', title: 'by', width: 20, value: ({ createdBy }) => createdBy },
    {
      id: 'at',
      title: 'at',
      width: 25,
      value: ({ createdAt }) => createdAt,
      cell: ({ createdAt }) => dayAndTime(createdAt),
    },
    {
      id: 'take',
      title: 'back',
      width: 12,
      value: () => null,
      cell: ({ id, team }) =>
        take !== undefined && (
          <Button name={`Remove the grant of ${team}`} onPress={() => take(id)}>
            Remove
          </Button>
        ),
    },
  ];
}
