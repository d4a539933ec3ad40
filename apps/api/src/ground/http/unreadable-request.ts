import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { v7 as uuid } from 'uuid';
import { ERROR_TABLE, ErrorCode, PROBLEM_JSON, problemDetails } from '../outcome/index.js';

/** A connection, and the answer that is under way on it, if there is one. */
type AnsweringSocket = Socket & { readonly _httpMessage?: ServerResponse | null };

const TOO_LATE = { code: ErrorCode.REQUEST_TIMEOUT, detail: 'the request did not arrive in time', errors: [] };
const TOO_LARGE = { code: ErrorCode.HEADERS_TOO_LARGE, detail: 'the headers are larger than 16 KiB', errors: [] };
const NO_HTTP = { code: ErrorCode.INVALID_REQUEST, detail: 'is not valid HTTP', errors: [] };

/**
 * Answers what never became a request that a route could be found for, or did not arrive in time, in the words of all
 * other errors, and closes the connection.
 */
export function unreadableRequest(logger: Logger): (error: Error, socket: Socket) => void {
  return (error, socket: AnsweringSocket) => {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ECONNRESET' || !socket.writable || socket._httpMessage?.headersSent === true) {
      socket.destroy();
      return;
    }
    const description =
      code === 'ERR_HTTP_REQUEST_TIMEOUT' ? TOO_LATE : code === 'HPE_HEADER_OVERFLOW' ? TOO_LARGE : NO_HTTP;
    const { status } = ERROR_TABLE[description.code];
    const id = uuid();
    logger.info({ requestId: id, code: description.code, status }, 'a request could not be read');
    const body = JSON.stringify(problemDetails(description, { path: '', id }));
    socket.end(
      [
        `HTTP/1.1 ${status} ${ERROR_TABLE[description.code].title}`,
        `Content-Type: ${PROBLEM_JSON}`,
        `Content-Length: ${Buffer.byteLength(body)}`,
        `X-Request-Id: ${id}`,
        'Connection: close',
        '',
        body,
      ].join('\r\n'),
    );
  };
}
