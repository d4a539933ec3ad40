import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { problemOf, refresh, useMutating } from '../../api/index.js';
import { NewProfileDocument, SaveProfileDocument } from '../../generated/documents.js';
import { paths, usePlace } from '../../place/index.js';
import { Problem, Refusals } from '../../states/index.js';
import { TryOnRun } from './try-on-run.js';

/** A profile as text, YAML or JSON, which the service judges field by field before it is stored. */
export function ProfileForm({
  text: given,
  replaces,
}: {
  readonly text: string;
  /** The profile that it becomes the next version of; a new one where there is none. */
  readonly replaces?: { readonly name: string; readonly resourceVersion: string | null };
}): ReactNode {
  const { cluster } = usePlace();
  const navigate = useNavigate();
  const [text, setText] = useState(given);
  const creating = useMutating(NewProfileDocument);
  const saving = useMutating(SaveProfileDocument);
  const { isRunning, error } = replaces === undefined ? creating : saving;
  const answer = creating.result?.createProfile ?? saving.result?.updateProfile;
  const send = async (dryRun: boolean): Promise<void> => {
    const asked = { clusterId: cluster, profile: text, dryRun };
    const said =
      replaces === undefined
        ? (await creating.run({ input: asked }))?.createProfile
        : (await saving.run({ input: { ...asked, ...replaces } }))?.updateProfile;
    if (dryRun || said?.profile == null) return;
    refresh(cluster);
    void navigate({ to: paths.profiles(cluster, said.profile.name) });
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void send(false);
      }}
    >
      <label>
        As YAML or JSON
        <br />
        <textarea
          rows={16}
          cols={100}
          spellCheck={false}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </label>
      <p className="actions">
        <button type="button" disabled={isRunning} onClick={() => void send(true)}>
          Check it
        </button>
        <button type="submit" disabled={isRunning}>
          Save
        </button>
        <span role="status">
          {answer?.profile != null &&
            `It is valid: version ${answer.profile.version}, ${answer.profile.digest.slice(0, 12)}`}
        </span>
      </p>
      <Refusals refusals={answer?.refusals ?? []} />
      {error !== undefined && <Problem problem={problemOf(error)} />}
      <TryOnRun draft={text} against={replaces?.name} />
    </form>
  );
}
