import type { Schemas } from '#client';
import type { FormEvent, ReactNode } from 'react';
import { called, problemOf, queries, useCalling, useRead } from '../../api/index.js';
import { Button, Copy, Field } from '../../controls/index.js';
import { Dialog } from '../../dialog/index.js';
import { valuesOf } from '../../form/index.js';
import { notify } from '../../notices/index.js';
import { Empty, Problem, Shown } from '../../states/index.js';
import { Grid, type Column } from '../../table/index.js';
import { dayAndTime } from '../../words/index.js';
import { RoleChoice, rolesIn } from './roles.js';

type Key = Schemas['ApiKey'];

const KEYS = '/v1/teams/{team}/keys';

/** The keys of a team: made, which shows the secret this once, and revoked. */
export function Keys({ team }: { readonly team: string }): ReactNode {
  const path = { params: { path: { team } } };
  const query = useRead(`GET ${KEYS} ${team}`, (service) =>
    service.get(KEYS, { params: { ...path.params, query: { pageSize: 500 } } }),
  );
  const revoking = useCalling(async (key: string) => {
    await called((service) => service.delete('/v1/teams/{team}/keys/{key}', { params: { path: { team, key } } }));
    await queries.invalidateQueries({ queryKey: [''] });
    notify('The key is revoked: the service no longer accepts it.');
  });
  return (
    <>
      <NewKey team={team} />
      <Shown query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title="There are no keys yet">
              A program signs in with a key; a person may sign in as a member.
            </Empty>
          ) : (
            <Grid
              noun="key"
              prefix="k"
              columns={columnsOf((id) => void revoking.run(id))}
              rows={items}
              rowKey={({ id }) => id}
            />
          )
        }
      </Shown>
      {revoking.error !== undefined && <Problem problem={problemOf(revoking.error)} />}
    </>
  );
}

function NewKey({ team }: { readonly team: string }): ReactNode {
  const making = useCalling((body: Schemas['NewApiKey']) =>
    called((service) => service.post(KEYS, { params: { path: { team } }, body })),
  );
  const send = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const { name = '', cluster, namespace, days } = valuesOf(form);
    void making
      .run({
        ...{ name, roles: rolesIn(form), expiresInDays: Number(days) },
        ...(cluster !== undefined && { cluster }),
        ...(namespace !== undefined && { namespace }),
      })
      .then(() => queries.invalidateQueries({ queryKey: [''] }));
  };
  return (
    <>
      <form className="card inline" onSubmit={send} aria-label="A new key">
        <Field label="Name of the new key" name="name" isRequired maxLength={100} />
        <RoleChoice />
        <Field label="Only for the cluster" name="cluster" size={14} placeholder="all of them" />
        <Field label="Only for the namespace" name="namespace" size={14} placeholder="all of them" />
        <Field label="Days until it expires" name="days" kind="number" min={1} max={3_660} fallback="90" isRequired />
        <Button submits isPending={making.isRunning}>
          Make
        </Button>
      </form>
      {making.error !== undefined && <Problem problem={problemOf(making.error)} />}
      {making.result !== undefined && <Secret key={making.result.id} made={making.result} close={making.forget} />}
    </>
  );
}

/** The one time that a key is shown. */
function Secret({
  made: { name, key },
  close,
}: {
  readonly made: Schemas['CreatedApiKey'];
  readonly close: () => void;
}): ReactNode {
  return (
    <Dialog title={`The key ${name}`} close={close}>
      <p>It is shown only once: the service stores a hash, not the key.</p>
      <pre className="command" tabIndex={0}>
        {key}
      </pre>
      <Copy text={key} />
    </Dialog>
  );
}

function columnsOf(revoke: (id: string) => void): readonly Column<Key>[] {
  return [
    { id: 'name', title: 'key', width: 20, value: ({ name }) => name },
    { id: 'id', title: 'id', width: 16, value: ({ id }) => id },
    { id: 'roles', title: 'roles', width: 28, value: ({ roles }) => roles.join(', ') },
    {
      id: 'only',
      title: 'only for',
      width: 20,
      value: ({ clusterId, namespace }) => [clusterId, namespace].filter(Boolean).join(' '),
    },
    { id: 'by', title: 'made by', width: 14, value: ({ createdBy }) => createdBy },
    time('expires', 'expires', ({ expiresAt }) => expiresAt),
    time('used', 'last used', ({ lastUsedAt }) => lastUsedAt),
    {
      id: 'revoked',
      title: 'revoked',
      width: 25,
      value: ({ revokedAt }) => revokedAt,
      cell: ({ id, name, revokedAt }) =>
        revokedAt === null ? (
          <Button name={`Revoke ${name}`} onPress={() => revoke(id)}>
            Revoke
          </Button>
        ) : (
          dayAndTime(revokedAt)
        ),
    },
  ];
}

function time(id: string, title: string, at: (key: Key) => string | null): Column<Key> {
  return { id, title, width: 25, value: at, cell: (key) => dayAndTime(at(key)) };
}
