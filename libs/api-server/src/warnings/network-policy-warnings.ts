import type { NetworkPolicy } from '#kubernetes';
import { FieldPath } from '#apimachinery';
import { rangeWarnings } from './address-warnings.js';

/** What is odd about the ranges of addresses in a policy. // as networkPolicyStrategy, networkPolicyWarnings */
export function networkPolicyWarnings({ spec: { ingress = [], egress = [] } }: NetworkPolicy): string[] {
  const at = FieldPath.root.child('spec');
  const into = at.child('ingress');
  const out = at.child('egress');
  return [
    ...ingress.flatMap(({ from = [] }, index) => peerWarnings(from, into.index(index).child('from'))),
    ...egress.flatMap(({ to = [] }, index) => peerWarnings(to, out.index(index).child('to'))),
  ];
}

type Peers = NonNullable<NonNullable<NetworkPolicy['spec']['ingress']>[number]['from']>;

function peerWarnings(peers: Peers, at: FieldPath): string[] {
  return peers.flatMap(({ ipBlock: { cidr = '', except = [] } = {} }, index) => {
    const path = at.index(index).child('ipBlock');
    return [
      ...rangeWarnings(cidr, path.child('cidr')),
      ...except.flatMap((part, position) => rangeWarnings(part, path.child('except').index(position))),
    ];
  });
}
