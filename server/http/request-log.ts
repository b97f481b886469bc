import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { pathOf } from './request-line.ts';

/** From level info on, a line for each answer: of what a request carries, nothing but its method and path is written down. */
export class RequestLog extends LogController {
  readonly #tells: boolean;

  constructor(level: string) {
    super({ disableRequestLogging: true });
    this.#tells = ['info', 'debug', 'trace'].includes(level);
  }

  override requestCompleted(_: unknown, request: FastifyRequest, reply: FastifyReply): void {
    if (!this.#tells) return;
    const { id: requestId, method, url } = request;
    const { statusCode: status, elapsedTime } = reply;
    request.log.info(
      { requestId, method, path: pathOf(url, ''), status, ms: Math.round(elapsedTime) },
      'answered',
    );
  }
}
