import { UNIQUE } from './load/load-plan.ts';
import { requestBytes } from './load/request.ts';
import { runLoad } from './load/run-load.ts';
import { placeBehind } from './place-behind.ts';
import { rootPassword } from './servers/quire.ts';

const BOOKS = 20_000;
const ARTICLES = 5000;
const PAGE = 20;
const PERMISSION = '查看授权书';
const password = 'bench-reader-password';
const book = { title: '梦溪笔谈', author: '沈括', summary: '北宋的见闻与学问。', image: '' };

/** The requests that are measured, as fixed bytes. */
export interface Requests {
  /** Of a super administrator. */
  readonly token: string;
  readonly read: readonly string[];
  /** Each of many records in turn, more than the cache holds. */
  readonly readMany: readonly string[];
  readonly granted: readonly string[];
  readonly list: readonly string[];
  /** Pages from all over the list, each record with its references expanded. */
  readonly expanded: readonly string[];
  readonly create: readonly string[];
  /** With a reference, a unique value and a hook. */
  readonly createArticle: readonly string[];
  readonly login: readonly string[];
}

/** Fills a new database with books and a user whose group may see `granted`; returns the requests to measure. */
export async function prepare(port: number, books = BOOKS): Promise<Requests> {
  const login = { username: 'root', password: rootPassword };
  const root = await signIn(port, login);
  const create = requestBytes('POST', '/v1/book', root, book);
  await runLoad({ port, requests: [create], connections: 8, most: books, seconds: 60 });
  const granted = await ask(port, 'POST /v1/granted', root, book);
  const reader = await addReader(port, root);
  const { id: writer_id } = await ask(port, 'POST /v1/writer', root, { name: '沈括' });
  const article = { code: UNIQUE, title: '梦溪笔谈', summary: '北宋的见闻与学问。', writer_id };
  const createArticle = [requestBytes('POST', '/v1/article', root, article)];
  await runLoad({ port, requests: createArticle, connections: 8, most: ARTICLES, seconds: 60 });
  const { next } = await ask(port, 'GET /v1/book?count=20', root);
  if (next === undefined || next === null) throw new Error('a list of 20 must name its `next` cursor');
  return {
    token: root,
    read: [requestBytes('GET', '/v1/book/1', root)],
    readMany: Array.from({ length: books }, (_, index) => requestBytes('GET', `/v1/book/${index + 1}`, root)),
    granted: [requestBytes('GET', `/v1/granted/${granted.id}`, reader)],
    list: [requestBytes('GET', `/v1/book?count=20&after=${encodeURIComponent(String(next))}`, root)],
    expanded: Array.from({ length: ARTICLES - PAGE }, (_, id) =>
      requestBytes('GET', `/v1/article?count=${PAGE}&expand=writer_id&after=${placeBehind(id)}`, root),
    ),
    create: [create],
    createArticle,
    login: [requestBytes('POST', '/cms/user/login', undefined, login)],
  };
}

async function addReader(port: number, root: string): Promise<string> {
  const modules: Record<string, { id: number; name: string }[]> = await ask(
    port,
    'GET /cms/admin/permission',
    root,
  );
  const permission = Object.values(modules)
    .flat()
    .find(({ name }) => name === PERMISSION);
  if (!permission) throw new Error(`the permission ${PERMISSION} is not mounted`);
  const group = { name: 'readers', info: '', permission_ids: [permission.id] };
  const { id } = await ask(port, 'POST /cms/admin/group', root, group);
  const user = { username: 'reader', password, confirm_password: password, group_ids: [id] };
  await ask(port, 'POST /cms/user/register', root, user);
  return signIn(port, { username: 'reader', password });
}

export async function signIn(port: number, body: unknown): Promise<string> {
  return (await ask(port, 'POST /cms/user/login', undefined, body)).access_token;
}

// The answers are those of the documented API; a wrong one shows at once in the figures.
// biome-ignore lint/suspicious/noExplicitAny: see above
export async function ask(port: number, route: string, token?: string, body?: unknown): Promise<any> {
  const [method = '', path] = route.split(' ');
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return JSON.parse(text);
}
