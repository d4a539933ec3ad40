import { Injectable } from '@nestjs/common';
import { eventLine, ObjectWatchService, type ObjectWatch, type ObjectWatchEnd } from '#history';
import type { ObjectMatch } from '#cluster';
import type { Refusal } from '#requests';
import type { FastifyReply } from 'fastify';
import type { Caller } from '../../ground/caller/index.js';
import { EventStream, OpenPlaces, WAKE_BATCHES, WatchSettings, type Taken } from '../../ground/http/index.js';
import {
  describeRefusal,
  ErrorCode,
  FaultReport,
  kubernetesStatus,
  RequestRefused,
} from '../../ground/outcome/index.js';
import { answerForm, STREAM_TYPES } from '../answers/index.js';
import type { ResourcePath } from '../resource-path.js';
import { selectors } from '../selection.js';
import { eventForm } from './event-forms.js';
import { readWatchQuery, type WatchQuery } from './watch-query.js';

/** The head of every watch. A connection that stayed open behind it would keep a server that stops from stopping. */
const HEAD = { 'content-type': 'application/json', 'cache-control': 'no-cache, private', connection: 'close' };

/** Refusals that a client meets by listing again: the API server says so in an event, not in the response's status. */
const LIST_AGAIN: ReadonlySet<Refusal['kind']> = new Set([
  'HistoryExpired',
  'Archived',
  'PositionAhead',
  'SightChanged',
]);

/** Answers watches of the Kubernetes API. */
@Injectable()
export class WatchAnswers {
  constructor(
    private readonly watches: ObjectWatchService,
    private readonly places: OpenPlaces,
    private readonly settings: WatchSettings,
    private readonly faults: FaultReport,
  ) {}

  /** Opens a watch and takes over the reply. @throws RequestRefused where it cannot be opened */
  async answer(caller: Caller, path: ResourcePath, query: unknown, reply: FastifyReply): Promise<undefined> {
    const asked = readWatchQuery(query);
    const match = selected(path, asked);
    const { accept } = reply.request.headers;
    const answered = answerForm(accept) ?? { media: 'json' };
    // The best form is found first, and no other one is looked for then. // as NegotiateOutputMediaTypeStream
    if (answered.media === 'yaml')
      throw RequestRefused.with(
        ErrorCode.NOT_ACCEPTABLE,
        `only the following media types are accepted: ${STREAM_TYPES}`,
      );
    const form = eventForm(path.kind, answered, asked.includeObject);
    const giveBack = this.places.take(caller);
    reply.raw.once('close', giveBack);
    const gone = new AbortController();
    const { cluster, kind, namespace } = path;
    const request = { cluster, kind, namespace, match, form, ...asked };
    const opened = await this.watches.watch(caller, request, gone.signal);
    if (opened.refused && !LIST_AGAIN.has(opened.refusal.kind)) throw RequestRefused.of(opened.refusal);
    const stream = EventStream.open(reply, { head: HEAD, deadlineMs: this.settings.deadlineMs, source: gone });
    const watch = opened.refused ? endedBy(opened.refusal) : opened.value;
    void this.#send(watch, asked, { caller, stream, source: gone });
    return undefined;
  }

  async #send(watch: ObjectWatch, { timeoutSeconds }: WatchQuery, { caller, stream, source }: Sending): Promise<void> {
    const { requestId } = caller;
    const timer = timeoutSeconds === undefined ? undefined : endAfter(timeoutSeconds, source);
    watch.cut.addEventListener('abort', () => {
      stream.cut();
    });
    let last = '';
    try {
      for await (const sign of watch.signs) {
        if ('end' in sign) {
          last = this.#lastOf(sign.end, requestId);
          break;
        }
        await WAKE_BATCHES.take();
        const taken: Taken = await stream.send(sign.lines);
        if (taken === 'taken') continue;
        if (taken === 'late') this.#tellSlow(requestId);
        break;
      }
    } catch (error) {
      last = this.#lastOf({ error }, requestId);
    } finally {
      clearTimeout(timer);
    }
    stream.end(last);
  }

  /** What is said of the end of a watch; nothing where the client only has to go on from the last version it has. */
  #lastOf(end: ObjectWatchEnd, requestId: string): string {
    if (end === 'stopped') return '';
    if (end === 'slow') {
      this.#tellSlow(requestId);
      return '';
    }
    if (!('error' in end)) return errorLine(statusOf(end));
    this.faults.report(end.error, 'a watch failed', { requestId });
    return errorLine(kubernetesStatus({ ...this.faults.describe(end.error, requestId), errors: [] }));
  }

  #tellSlow(requestId: string): void {
    this.faults.logger.warn({ requestId }, 'a watcher was too slow');
  }
}

/** What is too old is said in the words of the API server; `oldest`: the changes after it are there. */
function statusOf(end: Refusal): object {
  const status = kubernetesStatus(describeRefusal(end), end);
  // A version of a log that is not this one, as before a restored backup: clients list again, as for one that is gone.
  if (end.kind === 'PositionAhead') return { ...status, code: 410, reason: 'Expired' };
  if (end.kind !== 'HistoryExpired') return status;
  return { ...status, message: `too old resource version: ${end.at} (${end.oldest})` };
}

interface Sending {
  readonly caller: Caller;
  readonly stream: EventStream;
  /** Ends the watch when it is aborted. */
  readonly source: AbortController;
}

/** Of one object: the list that has no other. */
function selected(path: ResourcePath, query: WatchQuery): ObjectMatch {
  const { labels, fields } = selectors(path, query);
  if (path.name === undefined) return { labels, fields };
  return { labels, fields: [...fields, { field: 'metadata.name', operator: '=', value: path.name }] };
}

function errorLine(status: object): string {
  return eventLine('ERROR', JSON.stringify(status));
}

function endAfter(seconds: number, source: AbortController): NodeJS.Timeout {
  const longest = 2 ** 31 - 1;
  return setTimeout(
    () => {
      source.abort();
    },
    Math.min(seconds * 1_000, longest),
  ).unref();
}

/** A watch that says at once why there is none. */
function endedBy(end: Refusal): ObjectWatch {
  return {
    signs: (async function* () {
      yield { end };
    })(),
    cut: new AbortController().signal,
  };
}
