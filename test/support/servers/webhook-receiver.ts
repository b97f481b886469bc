import { createServer, type IncomingHttpHeaders } from 'node:http';
import { after } from 'node:test';

/** A message that a webhook sent. */
export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: { readonly type: string; readonly data: Readonly<Record<string, unknown>> };
}

/** A receiver of messages that answers as the test declares, by path. */
export async function webhookReceiver() {
  const received = new Map<string, Received[]>();
  const answers = new Map<string, number>();
  const server = createServer(async (request, response) => {
    const { url = '', headers } = request;
    const text = Buffer.concat(await request.toArray()).toString('utf8');
    received.set(url, [...(received.get(url) ?? []), { headers, text, body: JSON.parse(text) }]);
    const status = answers.get(url) ?? 204;
    response.writeHead(status, status === 302 ? { location: `${address}/elsewhere` } : {});
    response.end(status >= 400 ? 'no, thank you' : undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => server.close());
  const { port } = server.address() as { port: number };
  const address = `http://127.0.0.1:${port}`;
  return { address, answers, at: (path: string) => received.get(path) ?? [] };
}
