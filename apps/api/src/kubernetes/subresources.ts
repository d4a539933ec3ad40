import { Injectable } from '@nestjs/common';
import {
  asEditor,
  BindingService,
  EvictionService,
  kindOf,
  ObjectService,
  ScaleService,
  type Patch,
  type ReadCollection,
  type ScaleChange,
} from '#cluster';
import type { Scale } from '#kubernetes';
import { ok, type Outcome } from '#requests';
import type { Terms } from '../ground/http/index.js';
import { accepted, type KubernetesStatus } from '../ground/outcome/index.js';
import { bindingRequest } from './binding-request.js';
import { created } from './deletion-answer.js';
import { evictionRequest } from './eviction-request.js';
import { addressedObject } from './read-object.js';
import type { ResourcePath } from './resource-path.js';
import { issuedToken, tokenRequest, type TokenSpec } from './token-request.js';
import type { WriteOptions } from './write-options.decorator.js';

/** What its accounts are in. */
const NAMESPACE = kindOf('v1', 'Namespace');
const SCALE = { apiVersion: 'autoscaling/v1', kind: 'Scale' };

type CallerOf = Parameters<BindingService['bind']>[0];

/** A write as its handler gets it. */
export interface SubresourceWrite {
  readonly caller: CallerOf;
  readonly path: ResourcePath;
  readonly writes: WriteOptions;
  readonly terms: Terms;
}

/** Subresources that are objects of a kind of their own. */
@Injectable()
export class Subresources {
  constructor(
    private readonly bindings: BindingService,
    private readonly evictions: EvictionService,
    private readonly scales: ScaleService,
    private readonly objects: ObjectService,
  ) {}

  /** Posts a Binding, an Eviction or a TokenRequest; undefined where the path has no such subresource. */
  create(
    { caller, path, writes, terms }: SubresourceWrite,
    body: unknown,
  ): Promise<KubernetesStatus | object> | undefined {
    if (path.subresource === 'token') return this.#issue(caller, path, tokenRequest(body, path, writes.fields));
    if (path.subresource === 'binding') {
      const request = { ...bindingRequest(body, path, writes.fields), dryRun: writes.dryRun };
      const options = terms({ subresource: 'binding', ...request });
      return this.bindings.bind(caller, { ...request, ...options }).then(createdBy);
    }
    if (path.subresource !== 'eviction') return undefined;
    const request = evictionRequest(body, path, writes);
    const options = terms({ subresource: 'eviction', ...request });
    return this.evictions.evict(caller, { ...request, ...options }).then(createdBy);
  }

  /** To those who may write the account. */
  async #issue(caller: CallerOf, path: ResourcePath, spec: TokenSpec): Promise<object> {
    const { cluster, kind, namespace, name = '' } = path;
    const target = { name, dryRun: true };
    const found = await this.objects.revise(asEditor(caller), { cluster, kind, namespace, asServed: true }, target, ok);
    // Admission looks at the namespace first. // as API server v1.34 NamespaceLifecycle
    if (found.refused && found.refusal.kind === 'ObjectNotFound')
      accepted(await this.objects.get(caller, { cluster, kind: NAMESPACE, namespace: '' }, namespace));
    accepted(found);
    return issuedToken(path, spec, Date.now());
  }

  async readScale(caller: CallerOf, collection: ReadCollection, name: string): Promise<Scale> {
    return accepted(await this.scales.get(caller, collection, name));
  }

  replaceScale(write: SubresourceWrite, body: unknown): Promise<Scale> {
    return this.#changeScale(write, {
      scale: addressedObject(body, SCALE, { path: write.path, fields: write.writes.fields }),
    });
  }

  patchScale(write: SubresourceWrite, patch: Patch): Promise<Scale> {
    return this.#changeScale(write, { patch, onOddPatch: write.writes.fields.patchChecker(patch) });
  }

  async #changeScale(
    { caller, path, writes: { dryRun }, terms }: SubresourceWrite,
    change: ScaleChange,
  ): Promise<Scale> {
    const { cluster, kind, namespace, name = '' } = path;
    const collection = { cluster, kind, namespace };
    const asked = 'patch' in change ? { patch: change.patch } : { scale: change.scale };
    const place = { subresource: 'scale', cluster, kind: kind.kind, namespace, name };
    const options = terms({ ...place, dryRun, ...asked });
    return accepted(await this.scales.change(caller, collection, { name, dryRun, ...options }, change));
  }
}

/** The answer to what was posted. @throws RequestRefused when it was refused */
function createdBy(outcome: Outcome<unknown>): KubernetesStatus {
  accepted(outcome);
  return created();
}
