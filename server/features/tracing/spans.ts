import type { Context, Span, SpanStatusCode, Tracer } from '@opentelemetry/api';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Operation } from '../../database/database.ts';
import { sentStatus } from '../../http/edge/request-log.ts';
import { withoutValues } from '../../shared/text/without-values.ts';

type Api = typeof import('@opentelemetry/api');

interface Statement {
  readonly sql: string;
  readonly engine: string;
}

const MOST_SQL = 4000;

/** Loads the package. The SDK that the operator has loaded gets what it is told. */
export async function openSpans(): Promise<Spans> {
  return new Spans(await import('@opentelemetry/api'));
}

/** Spans of requests, of the operations that they ask the database for, and of jobs. They hold no value and no name of a user. */
export class Spans {
  readonly #api: Api;
  readonly #tracer: Tracer;
  readonly #contexts = new WeakMap<FastifyRequest, Context>();

  constructor(api: Api) {
    this.#api = api;
    this.#tracer = api.trace.getTracer('quire');
  }

  /** Whether an SDK listens. */
  get isHeard(): boolean {
    const probe = this.#tracer.startSpan('probe');
    return this.#api.isSpanContextValid(probe.spanContext());
  }

  /** Begins the span of a request, as part of the trace that the request names. The log and webhooks go on with it. */
  begin(request: FastifyRequest, next: () => void): void {
    const { context, propagation, SpanKind, trace } = this.#api;
    const parent = propagation.extract(context.active(), request.headers);
    const attributes = { 'http.request.method': request.method, 'quire.request_id': request.id };
    const span = this.#tracer.startSpan(request.method, { kind: SpanKind.SERVER, attributes }, parent);
    const own = trace.setSpan(parent, span);
    propagation.inject(own, request.headers);
    this.#contexts.set(request, own);
    context.with(own, next);
  }

  /** The body was read in the context of the connection. */
  resume(request: FastifyRequest, next: () => void): void {
    const own = this.#contexts.get(request);
    if (own) this.#api.context.with(own, next);
    else next();
  }

  end(request: FastifyRequest, reply: FastifyReply): void {
    const own = this.#contexts.get(request);
    const span = own && this.#api.trace.getSpan(own);
    if (!span) return;
    const status = sentStatus(reply);
    const { failure, method, reached } = request;
    if (reached) span.updateName(`${method} ${reached.path}`).setAttribute('http.route', reached.path);
    span.setAttribute('http.response.status_code', status);
    if (failure) span.setAttribute('error.type', failure.key);
    if (status >= 500) span.setStatus({ code: this.#failed });
    span.end();
  }

  /** Adds an operation that has ended to the span around it. What the server does by itself has none. */
  noteOperation(operation: Operation, ms: number, { sql, engine }: Statement): void {
    const { SpanKind, trace } = this.#api;
    if (!trace.getActiveSpan()) return;
    const now = performance.timeOrigin + performance.now();
    const span = this.#tracer.startSpan(operation, {
      kind: SpanKind.CLIENT,
      startTime: now - ms,
      attributes: {
        'db.system.name': engine.toLowerCase(),
        'db.operation.name': operation,
        ...(sql !== '' && { 'db.query.text': withoutValues(sql).slice(0, MOST_SQL) }),
      },
    });
    span.end(now);
  }

  /** Does the work of a job in a span of its own. */
  around<T>(kind: string, run: () => Promise<T>): Promise<T> {
    const { SpanKind } = this.#api;
    const options = { kind: SpanKind.CONSUMER, root: true, attributes: { 'quire.job.kind': kind } };
    return this.#tracer.startActiveSpan(`job ${kind}`, options, (span) => this.#ended(span, run()));
  }

  async #ended<T>(span: Span, work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      span.setStatus({ code: this.#failed });
      throw error;
    } finally {
      span.end();
    }
  }

  get #failed(): SpanStatusCode {
    return this.#api.SpanStatusCode.ERROR;
  }
}
