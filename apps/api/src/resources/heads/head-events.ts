import type { HeadSign } from '#history';
import type { Refusal } from '#requests';
import { EventStream, eventText } from '../../ground/http/index.js';
import { describeRefusal, ErrorCode, type FaultReport } from '../../ground/outcome/index.js';

const RETRY = 'retry: 1000\n\n';
/** A comment: browsers keep it to themselves, proxies see that the connection lives. */
const QUIET = ': quiet\n\n';

/** Sends heads as events until they end, or their reader has disconnected. */
export async function sendHeads(
  heads: AsyncIterable<HeadSign>,
  stream: EventStream,
  { faults, requestId }: { readonly faults: FaultReport; readonly requestId: string },
): Promise<void> {
  let last = '';
  try {
    let taken = await stream.send(RETRY);
    for await (const head of heads) {
      if (head === 'stopped')
        last = errorText(ErrorCode.UNAVAILABLE, 'this process is stopping; resume at another one');
      else if (isEnd(head)) last = refusedText(head.end);
      else taken = await stream.send(head === 'quiet' ? QUIET : eventText(head.cursor, 'head', head));
      if (taken !== 'taken') break;
    }
  } catch (error) {
    faults.report(error, 'following heads failed', { requestId });
    const { code, detail } = faults.describe(error, requestId);
    last = errorText(code, detail);
  }
  stream.end(last);
}

/** Whether a sign of heads says why no further one follows. */
export function isEnd(head: HeadSign): head is { readonly end: Refusal } {
  return typeof head === 'object' && 'end' in head;
}

function refusedText(refusal: Refusal): string {
  const { code, detail } = describeRefusal(refusal);
  return errorText(code, detail);
}

function errorText(code: ErrorCode, detail: string): string {
  return `event: error\ndata: ${JSON.stringify({ code, detail })}\n\n`;
}
