import { isForLoopback, NoTeam, Unauthenticated, type Authenticator, type Principal } from '#access';
import { ErrorCode, RequestRefused } from '../outcome/index.js';
import { Sessions } from './sessions.js';
import { WrongKeys } from './wrong-keys.js';

/** What a request is authenticated by, and the address that it comes from. */
export interface Credentials {
  readonly authorization: string | undefined;
  readonly address: string;
  /** Which service is meant: the header `Host`. */
  readonly host: string | undefined;
  /** Of a person, the team that they act for. */
  readonly team?: string | undefined;
}

/** What a browser says of a request of its own accord, which no page can change. */
export interface RequestOrigin {
  readonly method: string;
  readonly origin: string | undefined;
  /** `Sec-Fetch-Site`. */
  readonly site: string | undefined;
  readonly host: string | undefined;
}

/** Methods that change nothing; what answers them says to browsers which pages may read the answer. */
const SAFE: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

const OF_ANOTHER_PAGE =
  'with BERTH_AUTH=off pages of other origins must not write: the header `Origin` or `Sec-Fetch-Site` names one. ' +
  'BERTH_CORS_ORIGINS lists the origins that may';

const OF_ELSEWHERE =
  'with BERTH_AUTH=off only requests for localhost or a loopback address are served: the header `Host` ' +
  'names another host';

/** Authentication and the open sessions of one process. */
export class Identity {
  readonly sessions: Sessions;
  readonly #wrong = new WrongKeys();

  /** `origins` are those whose pages may write where authentication is off, beside the service's own. */
  constructor(
    readonly authenticator: Authenticator,
    private readonly origins: readonly string[] = [],
  ) {
    this.sessions = new Sessions(authenticator);
  }

  /**
   * The principal of a request.
   * @throws Unauthenticated, or RequestRefused where too many wrong keys came from the address, or where authentication
   * is off and the request means another host
   */
  async authenticate({ authorization, address, host, team }: Credentials): Promise<Principal> {
    // A page of anywhere may have its own name looked up as an address of this machine, and its browser asks then.
    if (this.authenticator.isOff && host !== undefined && !isForLoopback(host))
      throw RequestRefused.with(ErrorCode.INVALID_REQUEST, OF_ELSEWHERE);
    try {
      return await this.authenticator.authenticate(authorization, team);
    } catch (error) {
      // A request without a key is no attempt at one, and a token that is valid is no wrong one.
      const isKnown = authorization === undefined || authorization === '' || error instanceof NoTeam;
      const isWrong = error instanceof Unauthenticated && !isKnown;
      throw (isWrong ? this.#wrong.count(address) : undefined) ?? error;
    }
  }

  /**
   * Where authentication is off, any page that the user of this machine opens could write with a form or a simple
   * request, which browsers send without asking first.
   * @throws RequestRefused for a write of a page of another origin
   */
  refuseOtherPages({ method, origin, site, host }: RequestOrigin): void {
    if (!this.authenticator.isOff || SAFE.includes(method)) return;
    if (origin !== undefined && this.origins.includes(origin)) return;
    const isOwn = origin === undefined || (URL.canParse(origin) && new URL(origin).host === host);
    if (!isOwn || (site !== undefined && site !== 'same-origin' && site !== 'none'))
      throw RequestRefused.with(ErrorCode.FORBIDDEN, OF_ANOTHER_PAGE);
  }

  start(): void {
    this.authenticator.start();
    this.sessions.start();
  }

  async stop(): Promise<void> {
    this.sessions.stop();
    await this.authenticator.stop();
  }
}
