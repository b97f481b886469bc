import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export const TOKEN = 'token-of-an-administrator';

type Item = Record<string, unknown>;

/** Answers as the reference of Directus documents them: lists under `data`, after a key, with nested fields as asked. */
export async function directusServer(
  data: Readonly<Record<string, Item[] | Item>>,
  bytes: Readonly<Record<string, Buffer>>,
) {
  /** Whether all but the first pages of whole records are refused. */
  const state = { isBroken: false };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://directus.example');
    const end = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (request.headers.authorization !== `Bearer ${TOKEN}`)
      return end(403, { errors: [{ message: 'Forbidden' }] });
    const file = bytes[url.pathname];
    if (file) return response.writeHead(200).end(file);
    const found = data[url.pathname];
    const isRefused =
      state.isBroken && url.searchParams.has('filter') && url.searchParams.get('fields')?.startsWith('*');
    if (found === undefined || isRefused) return end(403, { errors: [{ message: 'Forbidden' }] });
    if (!Array.isArray(found)) return end(200, { data: found });
    const { searchParams: query } = url;
    const [key = 'id', condition] = Object.entries(JSON.parse(query.get('filter') ?? '{}'))[0] ?? [];
    const after = (condition as { _gt: string } | undefined)?._gt;
    const items = found.filter((one) => after === undefined || compare(one[key], after) > 0);
    return end(200, { data: items.slice(0, Number(query.get('limit') ?? 100)) });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { base, state, close: () => server.close() };
}

function compare(one: unknown, other: string): number {
  return typeof one === 'number' ? one - Number(other) : String(one).localeCompare(other);
}
