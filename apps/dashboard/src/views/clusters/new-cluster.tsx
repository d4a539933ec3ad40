import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { RoleButton } from '../../access/index.js';
import { problemOf, queries, useMutating } from '../../api/index.js';
import { Field } from '../../controls/index.js';
import { CreateClusterDocument } from '../../generated/documents.js';
import { paths } from '../../place/index.js';
import { Problem, Refusals } from '../../states/index.js';

/** Makes an empty cluster, and goes there. */
export function NewCluster(): ReactNode {
  const { run, isRunning, result, error } = useMutating(CreateClusterDocument);
  const navigate = useNavigate();
  const create = async (name: string): Promise<void> => {
    const created = (await run({ input: { name } }))?.createCluster.cluster;
    if (created == null) return;
    void queries.invalidateQueries({ queryKey: [''] });
    void navigate({ to: paths.overview(created.name) });
  };
  return (
    <form
      className="inline"
      onSubmit={(event) => {
        event.preventDefault();
        const name = new FormData(event.currentTarget).get('name');
        if (typeof name === 'string') void create(name);
      }}
    >
      <Field label="New cluster" name="name" isRequired maxLength={63} placeholder="prod" />{' '}
      <RoleButton submits takes="editor" isOfTeam isPending={isRunning}>
        Create
      </RoleButton>
      <Refusals refusals={result?.createCluster.refusals ?? []} />
      {error !== undefined && <Problem problem={problemOf(error)} />}
    </form>
  );
}
