import {
  anyObject,
  checkName,
  dnsSubdomainProblems,
  flag,
  object,
  sameValue,
  text,
  textMap,
  utf8Length,
  whole,
  type JudgedField,
} from '#apimachinery';
import type { KubernetesObject } from '../../metadata/index.js';
import { internalView } from '../../internals/index.js';
import { checkDriverName } from '../../volumes/index.js';
import { checkInlineVolume } from '../persistent-volume/kind.js';
import { defineKind, type Arrival } from '../kind-definition.js';
import { volumeAttachmentColumns } from './columns.js';

/** storage.k8s.io/v1 VolumeAttachment. */
export interface VolumeAttachment extends KubernetesObject {
  kind: 'VolumeAttachment';
  spec: { attacher?: string; nodeName?: string; source?: { persistentVolumeName?: string; inlineVolumeSpec?: object } };
  status?: {
    attached?: boolean;
    attachmentMetadata?: Record<string, string>;
    attachError?: VolumeError;
    detachError?: VolumeError;
  };
}

interface VolumeError {
  message?: string;
  errorCode?: number;
}

/** All about the kind VolumeAttachment. */
export const volumeAttachmentKind = defineKind<VolumeAttachment>({
  apiVersion: 'storage.k8s.io/v1',
  kind: 'VolumeAttachment',
  plural: 'volumeattachments',
  judgesMetadata: ['whole'],
  requiresVersion: true,
  returnsDeleted: true,
  statusSubresource: true,
  hasSpec: true,
  columns: volumeAttachmentColumns,
  fields: {
    spec: object({
      attacher: text,
      nodeName: text,
      source: object({ persistentVolumeName: text, inlineVolumeSpec: anyObject }),
    }),
    status: object({ attached: flag, attachmentMetadata: textMap, attachError: whole(), detachError: whole() }),
  },
  prepare,
  check,
  checkUpdate,
});

/** Nothing is attached yet. // as API server v1.34 volumeAttachmentStrategy.PrepareForCreate */
function prepare(attachment: VolumeAttachment, { isNew, isImported, old }: Arrival): void {
  const before = (old as VolumeAttachment | undefined)?.status;
  // A field of MutableCSINodeAllocatableCount, which is off.
  for (const field of ['attachError', 'detachError'] as const)
    if (!isImported && before?.[field]?.errorCode === undefined) delete attachment.status?.[field]?.errorCode;
  if (!isNew) return;
  if (!isImported) attachment.status = {};
  (attachment.status ??= {}).attached ??= false;
}

/** It says who attaches what where. // as API server v1.34 ValidateVolumeAttachment */
function check(attachment: VolumeAttachment, root: JudgedField, { old }: Arrival): void {
  checkAny(attachment, root);
  // Of new ones alone, as upstream. // as API server v1.34 ValidateVolumeAttachmentV1
  if (old !== undefined) return;
  const at = root.child('spec');
  const { attacher = '', source: { persistentVolumeName: name } = {} } = attachment.spec;
  checkDriverName(attacher, at.child('attacher'));
  if (name !== undefined) checkName(name, dnsSubdomainProblems, at.child('source').child('persistentVolumeName'));
}

function checkAny({ spec, status }: VolumeAttachment, root: JudgedField): void {
  const at = root.child('spec');
  const { attacher = '' } = spec;
  if (attacher === '') at.child('attacher').required();
  checkSource(spec.source ?? {}, at.child('source'));
  checkName(spec.nodeName ?? '', dnsSubdomainProblems, at.child('nodeName'));
  checkStatus(status ?? {}, root.child('status'));
}

const LONGEST_METADATA = 256 * 1024;
const LONGEST_MESSAGE = 1024;
const LARGEST_INT32 = 2 ** 31 - 1;

/** What came of it; a message that is too long is refused with the limit of the metadata. */
function checkStatus(status: NonNullable<VolumeAttachment['status']>, at: JudgedField): void {
  const size = Object.entries(status.attachmentMetadata ?? {}).reduce((sum, [key, value]) => {
    return sum + utf8Length(key) + utf8Length(value);
  }, 0);
  if (size > LONGEST_METADATA) at.child('attachmentMetadata').tooLong(LONGEST_METADATA);
  for (const field of ['attachError', 'detachError'] as const) {
    const { message = '', errorCode = 0 } = status[field] ?? {};
    if (utf8Length(message) > LONGEST_MESSAGE) at.child(field).child('message').tooLong(LONGEST_METADATA);
    if (errorCode < 0)
      at.child(field).child('errorCode').invalid(errorCode, `must be between 0 and ${LARGEST_INT32}, inclusive`);
  }
}

function checkSource(
  { persistentVolumeName: name, inlineVolumeSpec }: NonNullable<VolumeAttachment['spec']['source']>,
  at: JudgedField,
): void {
  const one = 'must specify exactly one of inlineVolumeSpec and persistentVolumeName';
  if (name === undefined && inlineVolumeSpec === undefined) at.required(one);
  if (name !== undefined && inlineVolumeSpec !== undefined) at.forbidden(one);
  else if (name === '') at.child('persistentVolumeName').required('must specify non empty persistentVolumeName');
  else if (inlineVolumeSpec !== undefined) checkInlineVolume(inlineVolumeSpec, at.child('inlineVolumeSpec'));
}

/** An attachment is for one volume on one node. */
function checkUpdate(attachment: VolumeAttachment, { spec: before }: VolumeAttachment, root: JudgedField): void {
  const { spec } = attachment;
  // Upstream judges it twice.
  checkAny(attachment, root);
  if (!sameValue(spec, before))
    root.child('spec').invalid(internalView(spec, 'VolumeAttachmentSpec'), 'field is immutable');
}
