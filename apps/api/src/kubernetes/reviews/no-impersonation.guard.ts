import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { callerOf } from '../../ground/caller/index.js';
import { ErrorCode, RequestRefused } from '../../ground/outcome/index.js';

const AUTHENTICATION = 'authentication.k8s.io';
const ACCOUNT = /^system:serviceaccount:([^:]+):([^:]+)$/;

/** What a request asks to act as. */
interface Impersonated {
  readonly resource: string;
  readonly group: string;
  readonly name: string;
  readonly namespace?: string;
}

/**
 * Refuses requests to act as another user: no role allows that, and to ignore it would do as the caller what they meant
 * to do as another. // as API server v1.34 endpoints/filters WithImpersonation
 */
@Injectable()
export class NoImpersonation implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const asked = impersonatedIn(request.headers);
    if (asked === undefined) return true;
    const { resource, group, name, namespace } = asked;
    const where = namespace === undefined ? 'at the cluster scope' : `in the namespace "${namespace}"`;
    const object = `${group === '' ? resource : `${resource}.${group}`} ${JSON.stringify(name)}`;
    const user = JSON.stringify(callerOf(request).actor);
    const message =
      `${object} is forbidden: User ${user} cannot impersonate resource "${resource}" in API group "${group}" ` + where;
    throw RequestRefused.withDetails(ErrorCode.FORBIDDEN, message, {
      name,
      ...(group !== '' && { group }),
      kind: resource,
    });
  }
}

/** The first thing that is asked, in the order of upstream. */
function impersonatedIn(headers: FastifyRequest['headers']): Impersonated | undefined {
  const user = valueOf(headers['impersonate-user']);
  if (user !== undefined) {
    const [, namespace, name] = ACCOUNT.exec(user) ?? [];
    return namespace === undefined || name === undefined
      ? { resource: 'users', group: '', name: user }
      : { resource: 'serviceaccounts', group: '', name, namespace };
  }
  const group = valueOf(headers['impersonate-group']);
  if (group !== undefined) return { resource: 'groups', group: '', name: group };
  for (const [header, value] of Object.entries(headers))
    if (header.startsWith('impersonate-extra-')) {
      const key = decodeURIComponent(header.slice('impersonate-extra-'.length));
      return { resource: `userextras/${key}`, group: AUTHENTICATION, name: valueOf(value) ?? '' };
    }
  const uid = valueOf(headers['impersonate-uid']);
  return uid === undefined ? undefined : { resource: 'uids', group: AUTHENTICATION, name: uid };
}

/** Of several the first; an empty one is none. */
function valueOf(header: string | readonly string[] | undefined): string | undefined {
  const [value] = [header ?? []].flat();
  return value === '' ? undefined : value;
}
