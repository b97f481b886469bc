// No engine changes its result: what is read is what routes answer, which is tested on every engine.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { readLocales } from '../../../server/definitions/locales.ts';
import { settingsFrom } from '../../../server/settings.ts';
import { freePort } from '../../support/free-port.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { keysOf } from '../../support/records/api-keys.ts';
import { image, upload } from '../../support/records/uploads.ts';

// The scenarios of the public conformance suite, under their names, with what this server has in the place of the suite's own
// tools, resources and prompts. Those that do not apply are listed in the design of agents.

type Result = Readonly<Record<string, never>>;
interface McpClient {
  connect(transport: object): Promise<void>;
  close(): Promise<void>;
  getServerVersion(): { readonly name: string } | undefined;
  getServerCapabilities(): object | undefined;
  ping(): Promise<object>;
  listTools(): Promise<{ tools: { name: string; description: string; inputSchema: Schema }[] }>;
  callTool(call: object, options?: object): Promise<Called>;
  listResources(): Promise<{ resources: { uri: string; name: string }[] }>;
  listResourceTemplates(): Promise<{ resourceTemplates: { uriTemplate: string }[] }>;
  readResource(call: { uri: string }): Promise<{ contents: Content[] }>;
  listPrompts(): Promise<{ prompts: { name: string; arguments: { name: string }[] }[] }>;
  getPrompt(call: object): Promise<{ messages: { role: string; content: Result & Content }[] }>;
  complete(call: object): Promise<{ completion: { values: string[]; total: number } }>;
}
interface Schema {
  readonly type: string;
  readonly properties: Readonly<Record<string, object>>;
}
interface Called {
  readonly isError?: boolean;
  readonly content: readonly { readonly type: string; readonly text: string }[];
}
interface Content {
  readonly uri: string;
  readonly mimeType: string;
  readonly text?: string;
  readonly blob?: string;
  readonly type?: string;
  readonly resource?: Content;
}
const { Client, StreamableHTTPClientTransport } = (await import(
  '@modelcontextprotocol/client' as string
)) as {
  readonly Client: new (info: object) => McpClient;
  readonly StreamableHTTPClientTransport: new (url: URL, options: object) => object;
}; // as its documentation says

const { uploadRules } = settingsFrom({ QUIRE_SECRET: 'abcdefgh'.repeat(4) });
const port = await freePort();
const origin = `http://127.0.0.1:${port}`;
const app = await freshApp({
  ...{ contentDir: 'test/content/search', mcp: true, language: 'en', publicUrl: origin },
  locales: readLocales('en,de') ?? [],
  uploadRules: { ...uploadRules, types: new Set(['png', 'txt']) },
});
const robot = await keysOf(app).program();
const dot = await image('png', 4, 3);
const [note, picture] = await upload(
  app,
  robot.key,
  { key: 'note', name: 'heron.txt', bytes: 'Herons stand still.' },
  { key: 'dot', name: 'dot.png', bytes: dot },
);
const article = await app.root.make('/v1/article', { title: 'On herons' });
await app.server.app.listen({ port, host: '127.0.0.1' });

async function connected(): Promise<McpClient> {
  const client = new Client({ name: 'conformance', version: '1' });
  const headers = { authorization: `Bearer ${robot.key}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL('/mcp', origin), { requestInit: { headers } }),
  );
  return client;
}

const listing = { name: 'list_records', arguments: { collection: 'article' } };

const SCENARIOS: Readonly<Record<string, (client: McpClient) => Promise<void>>> = {
  async 'server-initialize'(client) {
    assert.equal(client.getServerVersion()?.name, 'quire');
    assert.deepEqual(Object.keys(client.getServerCapabilities() ?? {}).sort(), [
      ...['completions', 'prompts', 'resources', 'tools'],
    ]);
  },
  async ping(client) {
    assert.ok(await client.ping());
  },
  async 'completion-complete'(client) {
    const ref = { type: 'ref/prompt', name: 'write_record' };
    const { completion } = await client.complete({ ref, argument: { name: 'collection', value: 'art' } });
    assert.deepEqual(completion.values, ['article']);
  },
  async 'tools-list'(client) {
    const { tools } = await client.listTools();
    assert.ok(tools.length >= 5);
    for (const { description, inputSchema } of tools) {
      assert.notEqual(description, '');
      assert.equal(inputSchema.type, 'object');
    }
  },
  async 'tools-call-simple-text'(client) {
    const { content, isError } = await client.callTool(listing);
    assert.deepEqual([content.length, content[0]?.type, isError], [1, 'text', undefined]);
    assert.match(content[0]?.text ?? '', /On herons/);
  },
  async 'tools-call-error'(client) {
    for (const call of [
      { ...listing, name: 'no_tool' },
      { ...listing, arguments: { collection: 'none' } },
    ]) {
      const { content, isError } = await client.callTool(call);
      assert.equal(isError, true);
      assert.notEqual(content[0]?.text, '');
    }
  },
  async 'tools-call-with-progress'(client) {
    const told: { progress: number; total: number }[] = [];
    await client.callTool(listing, { onprogress: (one: never) => told.push(one) });
    assert.deepEqual(
      told.map(({ progress, total }) => [progress, total]),
      [
        [0, 1],
        [1, 1],
      ],
    );
  },
  async 'server-sse-multiple-streams'(client) {
    const told = [0, 0, 0];
    const calls = told.map((_, index) =>
      client.callTool(listing, { onprogress: () => (told[index] = (told[index] ?? 0) + 1) }),
    );
    for (const { isError } of await Promise.all(calls)) assert.ok(!isError);
    assert.deepEqual(told, [2, 2, 2]);
  },
  async 'resources-list'(client) {
    const { resources } = await client.listResources();
    assert.deepEqual(
      resources.map(({ uri }) => uri).filter((uri) => uri.endsWith('article')),
      ['quire://collection/article'],
    );
  },
  async 'resources-read-text'(client) {
    const uri = `quire://file/${note?.id}`;
    const [content] = (await client.readResource({ uri })).contents;
    assert.deepEqual([content?.uri, content?.text], [uri, 'Herons stand still.']);
    assert.match(content?.mimeType ?? '', /^text\/plain/);
  },
  async 'resources-read-binary'(client) {
    const [content] = (await client.readResource({ uri: `quire://file/${picture?.id}` })).contents;
    assert.equal(content?.mimeType, 'image/png');
    assert.ok(
      Buffer.from(content?.blob ?? '', 'base64')
        .subarray(1, 4)
        .equals(Buffer.from('PNG')),
    );
  },
  async 'resources-templates-read'(client) {
    const { resourceTemplates } = await client.listResourceTemplates();
    const record = resourceTemplates.find(({ uriTemplate }) => uriTemplate.includes('{id}'));
    const uri = String(record?.uriTemplate)
      .replace('{collection}', 'article')
      .replace('{id}', String(article));
    const [content] = (await client.readResource({ uri })).contents;
    assert.equal(content?.uri, uri);
    assert.match(content?.text ?? '', /On herons/);
    await assert.rejects(client.readResource({ uri: 'quire://collection/article/999999' }), /not found/i);
  },
  async 'prompts-list'(client) {
    const { prompts } = await client.listPrompts();
    assert.deepEqual(
      prompts.map(({ name }) => name),
      ['write_record', 'translate_record', 'review_proposal'],
    );
  },
  async 'prompts-get-with-args'(client) {
    const given = { collection: 'article', about: 'storks' };
    const { messages } = await client.getPrompt({ name: 'write_record', arguments: given });
    assert.deepEqual([messages[0]?.role, messages[0]?.content.type], ['user', 'text']);
    assert.match(messages[0]?.content.text ?? '', /article[\s\S]*storks/);
    await assert.rejects(client.getPrompt({ name: 'write_record', arguments: { collection: 'article' } }));
  },
  async 'prompts-get-embedded-resource'(client) {
    const given = { collection: 'article', id: String(article), locale: 'de' };
    const { messages } = await client.getPrompt({ name: 'translate_record', arguments: given });
    const embedded = messages.find(({ content }) => content.type === 'resource')?.content.resource;
    assert.equal(embedded?.uri, `quire://collection/article/${article}`);
    assert.match(embedded?.text ?? '', /On herons/);
  },
  async 'dns-rebinding-protection'() {
    const ask = (headers: object) =>
      app.request('POST', '/mcp', {
        token: robot.key,
        headers: { accept: 'application/json, text/event-stream', ...headers },
        body: { jsonrpc: '2.0', id: 1, method: 'ping' },
      });
    assert.equal((await ask({ origin: 'http://evil.example.com' })).status, 403);
    assert.ok([400, 403].includes((await ask({ host: 'evil.example.com' })).status));
    assert.equal((await ask({ origin })).status, 200);
  },
};

describe('the scenarios of the conformance suite', () => {
  let client: McpClient;
  before(async () => {
    client = await connected();
  });
  after(() => client.close());
  for (const [name, run] of Object.entries(SCENARIOS)) it(name, () => run(client));
});
