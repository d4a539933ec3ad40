import type { ClusterPlace, Manifest } from '#cluster';
import { ClusterNodeModel } from '../nodes/nodes.model.js';
import { PodModel } from '../pods/pods.model.js';
import { ManifestObjectModel, type KubernetesObjectModel } from './objects.model.js';

/** An object of a cluster as the type of its kind. */
export function objectModel(place: ClusterPlace, object: Manifest): KubernetesObjectModel {
  switch (object.kind) {
    case 'Node':
      return new ClusterNodeModel(place, object);
    case 'Pod':
      return new PodModel(place, object);
    default:
      return new ManifestObjectModel(place, object);
  }
}
