import { Controller, HttpCode, Param, Post, UseGuards, UseInterceptors } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { AccessReviewService } from '#cluster';
import { isJsonObject } from '#json';
import type { NamedKind } from '#kubernetes-schema';
import { Caller, Operation } from '../../ground/caller/index.js';
import { Rules } from '../../ground/http/index.js';
import { accepted } from '../../ground/outcome/index.js';
import { AnswerInterceptor } from '../answers/index.js';
import { KubernetesBody } from '../kubernetes-body.decorator.js';
import { writeQuery } from '../request-options.js';
import { secondsOf } from '../time-text.js';
import { accessStatus, rulesStatus, unknownSubject } from './access-answer.js';
import { userOf } from './identity.js';
import { NoImpersonation } from './no-impersonation.guard.js';
import { ReviewBody, type Review } from './review-body.decorator.js';
import { REVIEWS, reviewPath } from './review-kinds.js';
import { askedIn } from './review-rules.js';

const Takes = (): MethodDecorator => Rules({ query: writeQuery, isLenient: true });

/** What a caller may do, and who they are, as `kubectl auth` asks: answered by roles, and stored nowhere. */
@ApiExcludeController()
@UseGuards(NoImpersonation)
@UseInterceptors(AnswerInterceptor)
@Controller('v1/clusters/:cluster')
export class ReviewsController {
  constructor(private readonly access: AccessReviewService) {}

  @Post(reviewPath(REVIEWS.ownAccess))
  @Operation('reviewOwnAccess')
  @Takes()
  @KubernetesBody()
  @HttpCode(201)
  async ownAccess(
    @Caller() caller: Caller,
    @Param('cluster') cluster: string,
    @ReviewBody(REVIEWS.ownAccess) review: Review,
  ): Promise<object> {
    const asked = askedIn(review.spec, REVIEWS.ownAccess, 'self');
    const access = accepted(await this.access.accessOf(caller, cluster));
    return answered(REVIEWS.ownAccess, review, accessStatus(access, asked));
  }

  @Post(reviewPath(REVIEWS.ownRules))
  @Operation('reviewOwnRules')
  @Takes()
  @KubernetesBody()
  @HttpCode(201)
  async ownRules(
    @Caller() caller: Caller,
    @Param('cluster') cluster: string,
    @ReviewBody(REVIEWS.ownRules) review: Review,
  ): Promise<object> {
    const access = accepted(await this.access.accessOf(caller, cluster));
    return answered(REVIEWS.ownRules, review, rulesStatus(access, review.spec));
  }

  @Post(reviewPath(REVIEWS.access))
  @Operation('reviewAccess')
  @Takes()
  @KubernetesBody()
  @HttpCode(201)
  async ofSubject(
    @Caller() caller: Caller,
    @Param('cluster') cluster: string,
    @ReviewBody(REVIEWS.access) review: Review,
  ): Promise<object> {
    return this.#ofSubject(caller, cluster, { review, kind: REVIEWS.access });
  }

  @Post(reviewPath(REVIEWS.localAccess, ':namespace'))
  @Operation('reviewLocalAccess')
  @Takes()
  @KubernetesBody()
  @HttpCode(201)
  async local(
    @Caller() caller: Caller,
    @Param() { cluster, namespace }: { readonly cluster: string; readonly namespace: string },
    @ReviewBody(REVIEWS.localAccess) review: Review,
  ): Promise<object> {
    return this.#ofSubject(caller, cluster, { review, kind: REVIEWS.localAccess, namespace });
  }

  @Post(reviewPath(REVIEWS.ownIdentity))
  @Operation('reviewOwnIdentity')
  @Takes()
  @KubernetesBody()
  @HttpCode(201)
  async ownIdentity(
    @Caller() caller: Caller,
    @Param('cluster') cluster: string,
    @ReviewBody(REVIEWS.ownIdentity) _review: Review,
  ): Promise<object> {
    accepted(await this.access.accessOf(caller, cluster));
    const metadata = { creationTimestamp: secondsOf(Date.now()) };
    return { ...REVIEWS.ownIdentity, metadata, status: { userInfo: userOf(caller) } };
  }

  async #ofSubject(
    caller: Caller,
    cluster: string,
    { review, kind, ...within }: { readonly review: Review; readonly kind: NamedKind; readonly namespace?: string },
  ): Promise<object> {
    const asked = askedIn(review.spec, kind, within);
    const access = accepted(await this.access.accessOf(caller, cluster));
    const { user = '' } = (isJsonObject(review.spec) ? review.spec : {}) as { readonly user?: string };
    const status = user === userOf(caller).username ? accessStatus(access, asked) : unknownSubject(user);
    return answered(kind, review, status);
  }
}

function answered(kind: NamedKind, { spec = {} }: Review, status: object): object {
  return { apiVersion: kind.apiVersion, kind: kind.kind, metadata: {}, spec, status };
}
