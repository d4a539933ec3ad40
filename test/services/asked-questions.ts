import { type WhatIf, WhatIfService } from '#questions';
import { PastClusters } from '#state';
import type { Question, QuestionAnswers, QuestionName } from '#what-if';
import { CALLER, TestServices, valueOf } from './test-services.js';

type Answered<Name extends QuestionName> = QuestionAnswers[Name] & Pick<WhatIf, 'findings'>;

/** Questions about clusters of a spec's own database, asked by the caller of tests. */
export class AskedQuestions {
  private constructor(
    readonly services: TestServices,
    readonly whatIfs: WhatIfService,
  ) {}

  static async create(): Promise<AskedQuestions> {
    const services = await TestServices.create();
    const { database, scheduling } = services;
    const whatIfs = new WhatIfService({ database, clusters: new PastClusters(), warm: scheduling.clusters });
    return new AskedQuestions(services, whatIfs);
  }

  async ask<Name extends QuestionName>(cluster: string, name: Name, body: object): Promise<Answered<Name>> {
    return valueOf(await this.whatIfs.ask(CALLER, cluster, { name, body } as unknown as Question<Name>));
  }

  /** Whether objects fit. */
  fits(cluster: string, ...objects: readonly object[]): Promise<Answered<'fits'>> {
    return this.ask(cluster, 'fits', { manifests: textOf(...objects) });
  }

  drop(): Promise<void> {
    return this.services.drop();
  }
}

/** Objects as manifests. */
export const textOf = (...objects: readonly object[]): string =>
  JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects });

export const named = (apiVersion: string, kind: string, name: string, more: object = {}): object => ({
  apiVersion,
  kind,
  metadata: { name, ...(/Class$|Volume$|^Node$/.test(kind) ? {} : { namespace: 'default' }) },
  ...more,
});

export const deployment = (spec: object, podSpec: object = {}): object =>
  named('apps/v1', 'Deployment', 'web', {
    spec: {
      selector: { matchLabels: { app: 'web' } },
      ...spec,
      template: {
        metadata: { labels: { app: 'web' } },
        spec: { containers: [{ name: 'c', image: 'i', resources: { requests: { cpu: '500m' } } }], ...podSpec },
      },
    },
  });

export const quota = (hard: object): object => named('v1', 'ResourceQuota', 'team', { spec: { hard } });
export const LARGE = { cpu: '64', memory: '64Gi', pods: '110' };
