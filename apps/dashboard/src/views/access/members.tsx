import type { Schemas } from '#client';
import type { FormEvent, ReactNode } from 'react';
import { called, problemOf, queries, useCalling, useRead } from '../../api/index.js';
import { Button, Field } from '../../controls/index.js';
import { valuesOf } from '../../form/index.js';
import { notify } from '../../notices/index.js';
import { Empty, Problem, Shown } from '../../states/index.js';
import { Grid, type Column } from '../../table/index.js';
import { dayAndTime } from '../../words/index.js';
import { RoleChoice, rolesIn } from './roles.js';

type Member = Schemas['Member'];

const MEMBERS = '/v1/teams/{team}/members';

/** People of the team, by the issuer of their tokens. */
export function Members({ team }: { readonly team: string }): ReactNode {
  const query = useRead(`GET ${MEMBERS} ${team}`, (service) =>
    service.get(MEMBERS, { params: { path: { team }, query: { pageSize: 500 } } }),
  );
  const again = (): Promise<void> => queries.invalidateQueries({ queryKey: [''] });
  const adding = useCalling(async (body: Schemas['NewMember']) => {
    await called((service) => service.post(MEMBERS, { params: { path: { team } }, body }));
    await again();
    notify(`${body.subject} is a member.`);
  });
  const removing = useCalling(async (member: string) => {
    await called((service) =>
      service.delete('/v1/teams/{team}/members/{member}', { params: { path: { team, member } } }),
    );
    await again();
    notify('The member is removed.');
  });
  const send = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const { issuer, subject = '' } = valuesOf(form);
    void adding.run({ ...(issuer !== undefined && { issuer }), subject, roles: rolesIn(form) });
  };
  const error = adding.error ?? removing.error;
  return (
    <>
      <form className="card inline" onSubmit={send} aria-label="A new member">
        <Field
          label="Issuer of the new member"
          name="issuer"
          size={30}
          placeholder="the issuer that the service trusts"
        />
        <Field label="Subject" name="subject" isRequired />
        <RoleChoice />
        <Button submits isPending={adding.isRunning}>
          Add
        </Button>
      </form>
      {error !== undefined && <Problem problem={problemOf(error)} />}
      <Shown query={query} rows={3}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title="There are no members by name">
              Members belong to the team by the groups of their tokens, or by name.
            </Empty>
          ) : (
            <Grid
              noun="member"
              prefix="m"
              columns={columnsOf((id) => void removing.run(id))}
              rows={items}
              rowKey={({ id }) => id}
            />
          )
        }
      </Shown>
    </>
  );
}

function columnsOf(remove: (id: string) => void): readonly Column<Member>[] {
  return [
    { id: 'subject', title: 'member', width: 30, value: ({ subject }) => subject },
    { id: 'issuer', title: 'issuer', width: 40, value: ({ issuer }) => issuer },
    { id: 'roles', title: 'roles', width: 28, value: ({ roles }) => roles.join(', ') },
    {
      id: 'since',
      title: 'since',
      width: 25,
      value: ({ createdAt }) => createdAt,
      cell: ({ createdAt }) => dayAndTime(createdAt),
    },
    {
      id: 'remove',
      title: 'out',
      width: 10,
      value: () => null,
      cell: ({ id, subject }) => (
        <Button name={`Remove ${subject}`} onPress={() => remove(id)}>
          Remove
        </Button>
      ),
    },
  ];
}
