// No engine changes its result: the ways of an app are tested on every engine.
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { freePort } from '../../support/free-port.ts';
import { freshApp, type Person } from '../../support/fresh-app.ts';
import { appsOf, PLACE } from '../../support/sign-in/apps.ts';

interface Called {
  readonly isError?: boolean;
  readonly content: readonly { readonly text: string }[];
}
interface McpClient {
  connect(transport: object): Promise<void>;
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(call: { name: string; arguments: object }): Promise<Called>;
  close(): Promise<void>;
}
interface Transport {
  finishAuth(answer: URLSearchParams): Promise<void>;
}
interface Tokens {
  readonly access_token: string;
  readonly refresh_token?: string;
  readonly scope?: string;
}

/** What is used of the SDK's own client. */
const { Client, StreamableHTTPClientTransport, UnauthorizedError } = (await import(
  '@modelcontextprotocol/client' as string
)) as {
  readonly Client: new (info: object, options?: object) => McpClient;
  readonly StreamableHTTPClientTransport: new (url: URL, options: object) => Transport;
  readonly UnauthorizedError: new () => Error;
}; // as its documentation says

const port = await freePort();
const issuer = `http://127.0.0.1:${port}`;
const app = await freshApp({
  ...{ contentDir: 'test/content/library', publicUrl: issuer, mcp: true },
  ...{ provider: true, providerRegistration: true },
});
await app.server.app.listen({ port, host: '127.0.0.1' });
const { decide } = appsOf(app, issuer);
const clients: McpClient[] = [];
after(() => Promise.all(clients.map((client) => client.close())));

/** What an agent keeps of its sign-in, as the SDK asks for it. */
class Keeper {
  kept: Tokens | undefined;
  asked: URL | undefined;
  #client: object | undefined;
  #verifier = '';
  get redirectUrl() {
    return PLACE;
  }
  get clientMetadata() {
    return {
      ...{ client_name: 'Agent', redirect_uris: [PLACE], token_endpoint_auth_method: 'none' },
      ...{ grant_types: ['authorization_code', 'refresh_token'] },
    };
  }
  clientInformation() {
    return this.#client;
  }
  saveClientInformation(client: object) {
    this.#client = client;
  }
  tokens() {
    return this.kept;
  }
  saveTokens(tokens: Tokens) {
    this.kept = tokens;
  }
  invalidateCredentials() {
    this.kept = undefined;
  }
  redirectToAuthorization(url: URL) {
    this.asked = url;
  }
  saveCodeVerifier(verifier: string) {
    this.#verifier = verifier;
  }
  codeVerifier() {
    return this.#verifier;
  }
}

async function connect(path: string, keeper: Keeper) {
  const client = new Client({ name: 'agent', version: '1' });
  clients.push(client);
  await client.connect(transportOf(path, keeper));
  return client;
}
const transportOf = (path: string, authProvider: Keeper) =>
  new StreamableHTTPClientTransport(new URL(path, issuer), { authProvider });

/** An agent that knows nothing but the address of the server, and is let in by a person. */
async function letIn(path: string, person: Person, grants?: readonly string[]) {
  const keeper = new Keeper();
  const transport = transportOf(path, keeper);
  await assert.rejects(
    new Client({ name: 'agent', version: '1' }).connect(transport),
    (error) => error instanceof UnauthorizedError,
  );
  assert.ok(keeper.asked, 'the agent sends its person to the server');
  assert.equal(keeper.asked.origin, issuer);
  const begun = await app.nobody.get(keeper.asked.href.slice(issuer.length));
  assert.equal(begun.status, 303, begun.text);
  const cookie = [begun.headers['set-cookie'] ?? []]
    .flat()
    .map((line) => String(line).split(';')[0])
    .join('; ');
  const request = new URL(String(begun.headers.location)).pathname;
  const back = await decide(person, { request, cookie }, grants);
  await transport.finishAuth(back.searchParams);
  return keeper;
}
const create = (client: McpClient, title: string) =>
  client.callTool({ name: 'create_record', arguments: { collection: 'novel', values: { title } } });

for (const path of ['/api/mcp', '/mcp'])
  describe(`the MCP client of the SDK at ${path}`, () => {
    const connected = (keeper: Keeper) => connect(path, keeper);
    it('discovers the server, registers, is let in, and calls tools', async () => {
      const keeper = await letIn(path, await app.person());
      const client = await connected(keeper);
      const names = (await client.listTools()).tools.map(({ name }) => name);
      assert.ok(names.includes('create_record'), names.join());
      const made = await create(client, 'By an agent');
      assert.ok(!made.isError, JSON.stringify(made.content));
    });
    it('gets the tools that its person left, and no others', async () => {
      const keeper = await letIn(path, await app.person(), ['propose']);
      const client = await connected(keeper);
      const names = (await client.listTools()).tools.map(({ name }) => name);
      assert.ok(names.includes('propose_changes') && !names.includes('create_record'), names.join());
      assert.equal(keeper.kept?.refresh_token, undefined);
    });
    it('goes on with another token once one is over, and ends with the consent', async () => {
      const person = await app.person();
      const keeper = await letIn(path, person);
      const first = keeper.kept;
      assert.ok(first?.refresh_token, 'an agent may ask for a consent that lasts');
      keeper.saveTokens({ ...first, access_token: 'is-over' });
      const made = await create(await connected(keeper), 'After a while');
      assert.ok(!made.isError, JSON.stringify(made.content));
      assert.notEqual(keeper.kept?.access_token, first.access_token);
      assert.notEqual(keeper.kept?.refresh_token, first.refresh_token);
      const [grant] = (await person.read<{ items: { id: number }[] }>('/api/cms/user/apps')).items;
      await person.done(`DELETE /cms/user/apps/${grant?.id}`);
      keeper.asked = undefined;
      await assert.rejects(connected(keeper));
      assert.ok(keeper.asked, 'the agent has to ask its person again');
    });
  });
