import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAsk } from '../../api/index.js';
import { DescribedForm } from '../../form/index.js';
import { CompareChoicesDocument } from '../../generated/documents.js';
import { paths, usePlace } from '../../place/index.js';

/** Decides about the pods of a run again, by another profile and to see only, and goes to what differs. */
export function Again({ run, than }: { readonly run: string; readonly than: string }): ReactNode {
  const { cluster } = usePlace();
  const navigate = useNavigate();
  const { data } = useAsk(CompareChoicesDocument, { cluster });
  const others = data?.cluster?.profiles.edges.map(({ node }) => node.name).filter((name) => name !== than) ?? [];
  if (others.length === 0) return null;
  return (
    <DescribedForm
      fields={[{ name: 'profile', label: 'Again with the profile', kind: 'choice', of: others }]}
      submit="Compare"
      send={({ profile = '' }) =>
        void navigate({ to: paths.diff(cluster), search: { of: 'profiles', a: than, b: profile, run } })
      }
    />
  );
}
