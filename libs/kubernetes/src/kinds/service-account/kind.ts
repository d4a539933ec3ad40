import type { KubernetesObject } from '../../metadata/index.js';
import { defineKind } from '../kind-definition.js';
import { serviceAccountColumns } from './columns.js';

/** core/v1 ServiceAccount. */
export interface ServiceAccount extends KubernetesObject {
  kind: 'ServiceAccount';
  secrets?: readonly { readonly name?: string }[];
  imagePullSecrets?: readonly object[];
  automountServiceAccountToken?: boolean;
}

/** All about the kind ServiceAccount. Nothing but its metadata is judged. */
export const serviceAccountKind = defineKind<ServiceAccount>({
  apiVersion: 'v1',
  kind: 'ServiceAccount',
  plural: 'serviceaccounts',
  judgesMetadata: ['whole', 'change'],
  columns: serviceAccountColumns,
  shortNames: ['sa'],
  namespaced: true,
  returnsDeleted: true,
  // Secrets are named, and nothing more. // as API server v1.34 cleanSecretReferences
  prepare: (account) => {
    if (account.secrets === undefined) return;
    account.secrets = account.secrets.map(({ name }) => (name === undefined ? {} : { name }));
  },
});
