// No engine changes its result: its tools do what routes do, which is tested on every engine.
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { freshApp } from '../../support/fresh-app.ts';
import { keysOf } from '../../support/records/api-keys.ts';

/** What is used of the SDK's own client. */
interface Sdk {
  readonly Client: new (info: object, options?: object) => McpClient;
  readonly StreamableHTTPClientTransport: new (url: URL, options: object) => object;
}
interface McpClient {
  connect(transport: object): Promise<void>;
  listTools(): Promise<{
    tools: { name: string; inputSchema: { properties: Record<string, { enum?: string[] }> } }[];
  }>;
  callTool(call: { name: string; arguments: object }): Promise<Called>;
  close(): Promise<void>;
}
interface Called {
  readonly isError?: boolean;
  readonly content: readonly { readonly text: string }[];
}

const { Client, StreamableHTTPClientTransport } = (await import(
  '@modelcontextprotocol/client' as string
)) as Sdk; // as its documentation says

const app = await freshApp({ contentDir: 'test/content/sets', mcp: true });
const url = new URL('/mcp', await app.server.app.listen({ port: 0, host: '127.0.0.1' }));
const { program, makeKey } = keysOf(app);
const writers = await app.groupWith('article.write');
const robot = await program({}, [writers]);
const clients: McpClient[] = [];
after(async () => {
  for (const client of clients) await client.close();
});

async function agent(key: string, options?: object): Promise<McpClient> {
  const client = new Client({ name: 'test', version: '1' }, options);
  clients.push(client);
  const headers = { authorization: `Bearer ${key}`, 'accept-language': 'en' };
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  return client;
}
const textOf = ({ content }: Called) => content.map(({ text }) => text).join('');
const bodyOf = (called: Called) => JSON.parse(textOf(called));
const namesOf = async (client: McpClient) => (await client.listTools()).tools.map(({ name }) => name);
const READING = ['describe_collection', 'list_records', 'read_record'];
const PROPOSING = ['propose_changes', 'read_proposal'];

describe('an agent', () => {
  for (const [generation, options] of [
    ['with a handshake', { versionNegotiation: { mode: 'legacy' } }],
    ['without one', { versionNegotiation: { mode: { pin: '2026-07-28' } } }],
    ['of either kind', { versionNegotiation: { mode: 'auto' } }],
  ] as const)
    it(`reads records ${generation}`, async () => {
      const writer = await app.root.make('/v1/writer', { name: generation });
      const id = await app.root.make('/v1/article', { title: generation, writer, inside: 'hidden words' });
      const client = await agent(robot.key, options);
      assert.deepEqual(await namesOf(client), [...READING, ...PROPOSING]);
      const listed = await client.callTool({
        name: 'list_records',
        arguments: {
          collection: 'article',
          filter: { or: [{ title: { in: [generation, 'other'] } }, { title: { starts: 'nothing' } }] },
          fields: 'title,writer',
          expand: 'writer',
          count: 5,
          total: true,
        },
      });
      const page = bodyOf(listed);
      assert.deepEqual(
        [page.total, page.items[0].title, page.items[0].expanded.writer.name],
        [1, generation, generation],
      );
      const read = await client.callTool({
        name: 'read_record',
        arguments: { collection: 'article', id: String(id) },
      });
      assert.equal(bodyOf(read).title, generation);
      assert.doesNotMatch(textOf(read) + textOf(listed), /hidden words/);
      const described = bodyOf(
        await client.callTool({ name: 'describe_collection', arguments: { collection: 'article' } }),
      );
      assert.equal(described.name, 'article');
      assert.doesNotMatch(JSON.stringify(described), /"inside"/);
    });

  it('proposes changes, which a person approves', async () => {
    const id = await app.root.make('/v1/article', { title: 'As it was' });
    const client = await agent(robot.key);
    const items = [
      { collection: 'article', action: 'update', id, values: { title: 'As it should be' } },
      { collection: 'writer', action: 'create', values: { name: 'A new one' } },
    ];
    const proposed = bodyOf(
      await client.callTool({ name: 'propose_changes', arguments: { title: 'Better', items } }),
    );
    assert.equal(proposed.state, 'submitted');
    assert.deepEqual(proposed.items[0].changes, { title: { from: 'As it was', to: 'As it should be' } });
    assert.equal((await app.root.read<{ title: string }>(`/v1/article/${id}`)).title, 'As it was');
    const { version } = proposed;
    await app.root.done(`POST /v1/change-set/${proposed.id}/approve`, { version, apply: true });
    assert.equal((await app.root.read<{ title: string }>(`/v1/article/${id}`)).title, 'As it should be');
    const told = await client.callTool({ name: 'read_proposal', arguments: { id: proposed.id } });
    assert.equal(bodyOf(told).state, 'applied');
  });

  it('gets the problems of each item', async () => {
    const client = await agent(robot.key);
    const items = [{ collection: 'article', action: 'create', values: { titel: 'x' } }];
    const answer = await client.callTool({ name: 'propose_changes', arguments: { title: 'x', items } });
    assert.equal(answer.isError, true);
    assert.match(textOf(answer), /"index":0,[\s\S]*"titel"/);
  });

  for (const [what, items] of [
    ['no items', []],
    ['something else than items', 'all'],
  ] as const)
    it(`makes no draft of ${what}`, async () => {
      const before = (await robot.list('/v1/change-set?count=100')).length;
      const client = await agent(robot.key);
      const answer = await client.callTool({ name: 'propose_changes', arguments: { title: 'x', items } });
      assert.equal(answer.isError, true);
      assert.match(textOf(answer), /items/);
      assert.equal((await robot.list('/v1/change-set?count=100')).length, before);
    });

  it('proposes nothing with a key that reads only', async () => {
    const made = await makeKey(robot.owner.id, { read_only: true });
    const before = (await app.root.list('/v1/change-set?count=100')).length;
    const items = [{ collection: 'writer', action: 'create', values: { name: 'Not proposed' } }];
    const client = await agent(made.key);
    const answer = await client.callTool({ name: 'propose_changes', arguments: { title: 'x', items } });
    assert.equal(answer.isError, true);
    assert.match(textOf(answer), /describe_collection/);
    assert.equal((await app.root.list('/v1/change-set?count=100')).length, before);
  });

  it('gets an error that says to ask for less, for an answer that is too long', async () => {
    const body = 'long words '.repeat(10_000);
    const id = await app.root.make('/v1/article', { title: 'A long one', body });
    const client = await agent(robot.key);
    const read = (fields?: string) =>
      client.callTool({
        name: 'read_record',
        arguments: { collection: 'article', id, ...(fields && { fields }) },
      });
    const answer = await read();
    assert.equal(answer.isError, true);
    assert.match(textOf(answer), /100000/);
    assert.doesNotMatch(textOf(answer), /long words/);
    assert.equal(bodyOf(await read('title')).title, 'A long one');
  });

  for (const [what, name, given, words] of [
    ['an unknown tool', 'delete_record', { collection: 'article', id: 1 }, /describe_collection/],
    ['an unknown collection', 'list_records', { collection: 'quire_user' }, /article/],
    ['an unknown argument', 'list_records', { collection: 'article', where: 'x' }, /where/],
    ['an unknown field', 'list_records', { collection: 'article', filter: { titel: { eq: 'x' } } }, /titel/],
    [
      'a field that is not shown',
      'list_records',
      { collection: 'article', filter: { inside: { eq: 'x' } } },
      /inside/,
    ],
    ['too many records', 'list_records', { collection: 'article', count: 1000 }, /50/],
    ['another path', 'read_record', { collection: 'article', id: '1/history' }, /id/],
    ['a list of one record', 'list_records', { collection: 'site' }, /read_record/],
    ['a record that is not there', 'read_record', { collection: 'article', id: 999_999 }, /10022/],
    ['records of others', 'read_record', { collection: 'diary', id: 1 }, /10022/],
  ] as const)
    it(`is refused ${what}`, async () => {
      await app.root.post('/v1/diary', { title: 'of root' });
      const answer = await (await agent(robot.key)).callTool({ name, arguments: given });
      assert.equal(answer.isError, true);
      assert.match(textOf(answer), words);
    });

  const long = 'x'.repeat(20_000);
  for (const [what, name, given] of [
    ...['q', 'search', 'sort', 'after', 'fields', 'expand', 'version'].map(
      (argument) => [`a long ${argument}`, 'list_records', { [argument]: long }] as const,
    ),
    ...['fields', 'expand', 'version'].map(
      (argument) => [`a long ${argument} of a record`, 'read_record', { id: 1, [argument]: long }] as const,
    ),
    ['a long value', 'list_records', { filter: { title: { eq: long } } }],
    ['a long name', 'list_records', { filter: { [long]: { eq: 1 } } }],
    ['a long name of many values', 'list_records', { filter: { [long]: { in: Array(40_000).fill(1) } } }],
    ['many empty values', 'list_records', { filter: { title: { in: Array(20_000).fill({}) } } }],
    ['many short values', 'list_records', { filter: { title: { in: Array(40_000).fill(1) } } }],
    [
      'a name of many empty values',
      'list_records',
      { filter: { [long.slice(6000)]: Array(20_000).fill({}) } },
    ],
    [
      'letters that grow when they are encoded',
      'list_records',
      { filter: { title: { eq: '漢'.repeat(5000) } } },
    ],
  ] as const)
    it(`cannot ask with ${what}`, async () => {
      const answer = await (await agent(robot.key)).callTool({
        name,
        arguments: { collection: 'article', ...given },
      });
      assert.equal(answer.isError, true);
      assert.match(textOf(answer), /more than 15000 characters/);
    });

  for (const [what, name, given, words] of [
    [
      'an object in place of an id',
      'read_record',
      { collection: 'article', id: { toString: 1, valueOf: 1 } },
      /id/,
    ],
    ['a list in place of an id', 'read_proposal', { id: [1] }, /id/],
    ['an object in place of text', 'list_records', { collection: 'article', q: { toString: 1 } }, /q/],
    ['too many items', 'propose_changes', { title: 'x', items: Array(10_000).fill({}) }, /items/],
    ['a long title', 'propose_changes', { title: long, items: [{}] }, /title/],
    [
      'long values',
      'propose_changes',
      { title: 'x', items: [{ collection: 'article', action: 'create', values: { title: long } }] },
      /title/,
    ],
  ] as const)
    it(`is refused ${what}, by its name`, async () => {
      const answer = await (await agent(robot.key)).callTool({ name, arguments: given });
      assert.equal(answer.isError, true);
      assert.match(textOf(answer), words);
    });

  for (const [what, limits, names] of [
    ['everything', {}, [...READING, ...PROPOSING]],
    ['reading', { read_only: true }, READING],
    ['one collection', { records: ['writer'] }, [...READING, ...PROPOSING]],
  ] as const)
    it(`has tools for ${what} if its key has`, async () => {
      const made = await makeKey(robot.owner.id, limits);
      const client = await agent(made.key);
      assert.deepEqual(await namesOf(client), names);
      if (what !== 'one collection') return;
      const { tools } = await client.listTools();
      const [list] = tools.filter(({ name }) => name === 'list_records');
      assert.ok(list?.inputSchema.properties.collection?.enum?.includes('writer'));
      assert.ok(!list?.inputSchema.properties.collection?.enum?.includes('article'));
      const refused = await client.callTool({ name: 'list_records', arguments: { collection: 'article' } });
      assert.equal(refused.isError, true);
      const described = await client.callTool({
        name: 'describe_collection',
        arguments: { collection: 'writer' },
      });
      assert.equal(bodyOf(described).name, 'writer');
      const narrow = app.as(made.key);
      assert.equal((await narrow.get('/cms/definition/article')).status, 404);
      assert.doesNotMatch((await narrow.get('/cms/definition')).text, /"name":"(article|diary)"/);
    });

  it('ends with its key', async () => {
    const made = await makeKey(robot.owner.id);
    const client = await agent(made.key);
    await client.listTools();
    await app.root.done(`DELETE /cms/key/${made.id}`);
    await assert.rejects(client.callTool({ name: 'list_records', arguments: { collection: 'article' } }));
  });
});
