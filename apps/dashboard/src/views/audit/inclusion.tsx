import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { berth } from '../../api/index.js';
import { Field } from '../../controls/index.js';
import { TextFilter } from '../../form/index.js';
import { paths, usePlace, ViewLink } from '../../place/index.js';
import { inclusionSteps, readPublicKey } from '../../proof/index.js';
import { Shown, Status } from '../../states/index.js';

/** That one decision is in the history that a checkpoint is of, computed here from the entry to the signature. */
export function Inclusion(): ReactNode {
  const { cluster, search } = usePlace();
  const decision = search['decision'] ?? '';
  const [keyText, setKeyText] = useState('');
  const query = useQuery({
    queryKey: [cluster, 'past', 'inclusion', decision],
    queryFn: async ({ signal }) => {
      const path = { cluster };
      const proof = await berth().get('/v1/clusters/{cluster}/proofs/inclusion', {
        params: { path, query: { decision } },
        signal,
      });
      const { verifierKey } = await berth().get('/v1/signing-key', { signal });
      return { proof, verifierKey };
    },
    enabled: decision !== '',
    retry: false,
  });
  return (
    <section className="card">
      <h2>One decision</h2>
      <div className="actions">
        <TextFilter name="decision" label="Decision" placeholder="id" />
        <Field
          label="Key"
          size={40}
          value={keyText}
          change={setKeyText}
          placeholder="the service’s own; better your own copy"
        />
      </div>
      {decision !== '' && (
        <Shown query={query} rows={4}>
          {({ proof, verifierKey }) => {
            const key = readPublicKey(keyText || verifierKey);
            return key === undefined ? (
              <p role="alert">This is not an Ed25519 public key, neither PEM nor a verifier key of notes.</p>
            ) : (
              <ul className="plain" aria-label="The proof">
                {inclusionSteps(proof, key).map(({ what, holds }) => (
                  <li key={what}>
                    <Status of={holds ? 'verified' : 'broken'}>{holds ? 'holds' : 'does not hold'}</Status> {what}
                  </li>
                ))}
                <li>
                  <ViewLink to={paths.decisions(cluster, decision)}>the decision</ViewLink>
                </li>
              </ul>
            );
          }}
        </Shown>
      )}
    </section>
  );
}
