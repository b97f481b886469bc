import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { freshApp } from '../../support/fresh-app.ts';
import { webhookReceiver } from '../../support/servers/webhook-receiver.ts';
import { until } from '../../support/until.ts';

// As the operator's own file does before the server is loaded.
const exported = new InMemorySpanExporter();
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
propagation.setGlobalPropagator(new W3CTraceContextPropagator());
trace.setGlobalTracerProvider(
  new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exported)] }),
);

const PARENT = '00f067aa0ba902b7';
const TRACES = ['4bf92f3577b34da6a3ce929d0e0e4736', 'ab'.repeat(16)] as const;
const app = await freshApp({ traces: true, webhookNetworks: ['127.0.0.0/8'] });
const off = await freshApp();
const { root } = app;
const [ann, ben] = [await app.registered([], 'wanda'), await app.registered([], 'ximena')];

const spans = (): readonly ReadableSpan[] => exported.getFinishedSpans();
const idOf = (span: ReadableSpan) => span.spanContext().spanId;
const inTrace = (id: string) => spans().filter((span) => span.spanContext().traceId === id);
const childrenOf = (span: ReadableSpan) =>
  spans().filter((one) => one.parentSpanContext?.spanId === idOf(span));
const named = (name: string) => spans().filter((span) => span.name === name);

describe('spans of OpenTelemetry', () => {
  it('tell of a request by the pattern of its route, as a part of the trace that it names', async () => {
    const books = [await app.makeBook({ title: 'One' }), await app.makeBook({ title: 'Two' })];
    for (const [place, id] of books.entries()) {
      const headers = { traceparent: `00-${TRACES[place]}-${PARENT}-01` };
      await app.request('GET', `/v1/book/${id}?fields=title`, { token: root.access, headers });
      const [span, ...others] = inTrace(TRACES[place] ?? '').filter(({ kind }) => kind === 1);
      assert.deepEqual([span?.name, others], ['GET /v1/book/:id', []]);
      assert.equal(span?.parentSpanContext?.spanId, PARENT);
      const { 'quire.request_id': requestId, ...attributes } = span?.attributes ?? {};
      assert.deepEqual(attributes, {
        'http.request.method': 'GET',
        'http.route': '/v1/book/:id',
        'http.response.status_code': 200,
      });
      assert.equal(typeof requestId, 'string');
    }
  });

  it('tell why a request was refused, and of one without a route by its method alone', async () => {
    exported.reset();
    await app.request('GET', '/v1/book/999999', { token: root.access });
    await app.request('GET', '/no/such/path');
    const told = spans().filter(({ kind }) => kind === 1);
    assert.deepEqual(
      told.map(({ name, attributes }) => [name, attributes['error.type']]),
      [
        ['GET /v1/book/:id', 'recordNotFound'],
        ['GET', 'notFound'],
      ],
    );
  });

  it('of statements belong to the request that asked for them, even of two that write at the same time', async () => {
    exported.reset();
    await Promise.all(
      [ann, ben, ann, ben].map(({ access }, place) =>
        app.request('PUT', '/cms/user', { token: access, body: { nickname: `nick ${place}` } }),
      ),
    );
    await Promise.all([1, 2, 3].map((place) => app.makeBook({ title: `Beside ${place}` })));
    const requests = spans().filter(({ kind }) => kind === 1);
    assert.equal(requests.length, 7);
    for (const request of requests) {
      const children = childrenOf(request).map(({ name }) => name);
      assert.equal(children.filter((name) => name === 'transaction').length, 1, request.name);
      assert.ok(children.includes('insert') || children.includes('write'), `${request.name}: ${children}`);
      for (const child of childrenOf(request))
        assert.equal(child.spanContext().traceId, request.spanContext().traceId);
    }
    const inserts = requests.map(
      (request) => childrenOf(request).filter(({ name }) => name === 'insert').length,
    );
    assert.equal(new Set(inserts.slice(4)).size, 1, `each request adds the same: ${inserts}`);
  });

  it('lend their trace to webhooks, also where the request named none', async () => {
    const far = await webhookReceiver();
    await root.done('POST /cms/webhook', { name: 'far', url: `${far.address}/far`, records: ['book'] });
    exported.reset();
    await app.makeBook({ title: 'Told afar' });
    const [request] = named('POST /v1/book');
    await until(() => far.at('/far').length > 0);
    const [received] = far.at('/far');
    assert.ok(request);
    assert.match(
      String(received?.headers.traceparent),
      RegExp(`^00-${request.spanContext().traceId}-[0-9a-f]{16}-01$`),
    );
  });

  it('of jobs, such as those of webhooks, begin a trace and hold the statements of their work', async () => {
    exported.reset();
    await app.makeBook({ title: 'Told afar, too' });
    await until(() => named('job webhook delivery').some((job) => childrenOf(job).length > 0));
    const jobs = spans().filter(({ name }) => name.startsWith('job '));
    for (const job of jobs) {
      assert.equal(job.parentSpanContext, undefined);
      assert.equal(`job ${job.attributes['quire.job.kind']}`, job.name);
    }
  });

  it('hold no value, no name and no path that a client sent', async () => {
    exported.reset();
    const headers = { 'user-agent': 'yolanda', tracestate: 'yolanda=1', baggage: 'name=yolanda' };
    await app.request('POST', '/v1/book?yolanda=1', {
      token: ann.access,
      body: { title: 'yolanda' },
      headers,
    });
    await app.logIn('wanda', 'yolanda 1');
    await app.request('GET', '/yolanda', { token: ben.access });
    await root.get('/v1/book?q=yolanda');
    const told = JSON.stringify(
      spans().map(({ name, attributes, events }) => ({ name, attributes, events })),
    );
    assert.ok(spans().length >= 4);
    for (const word of ['yolanda', 'wanda', 'ximena']) assert.ok(!told.toLowerCase().includes(word), word);
  });

  it('are not made unless a setting asks for them', async () => {
    exported.reset();
    await off.nobody.get('/v1/book/1');
    await off.makeBook({ title: 'Not traced' });
    // The other server's own work may read meanwhile.
    assert.deepEqual(
      spans().filter(({ kind }) => kind === 1),
      [],
    );
  });
});
