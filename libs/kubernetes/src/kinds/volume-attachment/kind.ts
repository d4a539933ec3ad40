import { anyObject, flag, object, text } from '../../decoding/index.js';
import type { KubernetesObject } from '../../metadata/index.js';
import type { JudgedField } from '../../problems/index.js';
import { checkImmutable } from '../../validation/index.js';
import { defineKind } from '../kind-definition.js';

/** storage.k8s.io/v1 VolumeAttachment. */
export interface VolumeAttachment extends KubernetesObject {
  kind: 'VolumeAttachment';
  spec: { attacher?: string; nodeName?: string; source?: { persistentVolumeName?: string; inlineVolumeSpec?: object } };
  status?: { attached?: boolean };
}

/** All about the kind VolumeAttachment. */
export const volumeAttachmentKind = defineKind<VolumeAttachment>({
  apiVersion: 'storage.k8s.io/v1',
  kind: 'VolumeAttachment',
  plural: 'volumeattachments',
  statusSubresource: true,
  hasSpec: true,
  fields: {
    spec: object({
      attacher: text,
      nodeName: text,
      source: object({ persistentVolumeName: text, inlineVolumeSpec: anyObject }),
    }),
    status: object({ attached: flag }),
  },
  check,
  checkUpdate,
});

/** It says who attaches what where. // as API server v1.34 ValidateVolumeAttachment */
function check({ spec }: VolumeAttachment, root: JudgedField): void {
  const at = root.child('spec');
  if ((spec.attacher ?? '') === '') at.child('attacher').required();
  if ((spec.nodeName ?? '') === '') at.child('nodeName').required();
  if (spec.source?.persistentVolumeName === undefined && spec.source?.inlineVolumeSpec === undefined) {
    at.child('source').required('must specify exactly one of inlineVolumeSpec and persistentVolumeName');
  }
}

/** An attachment is for one volume on one node. */
function checkUpdate(attachment: VolumeAttachment, before: VolumeAttachment, root: JudgedField): void {
  checkImmutable(attachment.spec, before.spec, root.child('spec'));
}
