import type { KubernetesObject } from '../../metadata/index.js';
import { checkAnyTemplate, completeTemplate, type PodTemplate as Template } from '../../pod-template/index.js';
import { defineKind } from '../kind-definition.js';
import { podTemplateColumns } from './columns.js';

/** core/v1 PodTemplate. */
export interface PodTemplate extends KubernetesObject {
  kind: 'PodTemplate';
  template?: Template;
}

/** All about the kind PodTemplate. */
export const podTemplateKind = defineKind<PodTemplate>({
  apiVersion: 'v1',
  kind: 'PodTemplate',
  plural: 'podtemplates',
  columns: podTemplateColumns,
  namespaced: true,
  countsGeneration: true,
  generationCounts: ['template'],
  returnsDeleted: true,
  complete: (object) => {
    object.template = completeTemplate(object.template ?? {});
  },
  template: ({ template }) => template,
  check: ({ template = {} }, root) => checkAnyTemplate(template, root.child('template')),
});
