import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { pathOf } from './request-line.ts';

/** One line for each answer at level info and below, with nothing of the request but its method and path. */
export class RequestLog extends LogController {
  readonly #isOn: boolean;

  constructor(level: string) {
    super({ disableRequestLogging: true });
    this.#isOn = ['info', 'debug', 'trace'].includes(level);
  }

  override requestCompleted(_: unknown, request: FastifyRequest, reply: FastifyReply): void {
    if (!this.#isOn) return;
    const { id: requestId, method, url } = request;
    const { statusCode: status, elapsedTime } = reply;
    request.log.info(
      { requestId, method, path: pathOf(url, ''), status, ms: Math.round(elapsedTime) },
      'answered',
    );
  }
}
