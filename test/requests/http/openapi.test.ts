import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { freshApp } from '../../support/fresh-app.ts';
import type { OpenApi } from '../../support/open-api.ts';

const app = await freshApp();

let description: OpenApi;
const ajv = new Ajv2020({ strict: false, allErrors: true, formats: { int64: true, decimal: true } });
before(async () => {
  description = await app.nobody.read<OpenApi>('/openapi.json');
});

function requireFit(method: string, path: string, status: number, body: unknown): void {
  const { responses } = description.paths[path]?.[method.toLowerCase()] ?? { responses: {} };
  const response = responses[status] ?? (status < 300 ? undefined : responses.default);
  const schema = response?.content?.['application/json']?.schema;
  assert.ok(schema, `${method} ${path} ${status} is not described: ${Object.keys(responses)}`);
  const validate = ajv.compile({ ...schema, components: description.components });
  assert.ok(validate(body), `${method} ${path}: ${ajv.errorsText(validate.errors)} ${JSON.stringify(body)}`);
}

describe('the language of the description', () => {
  const textsOf = (routes: object) =>
    JSON.stringify(routes).match(/"(?:summary|description)":"[^"]*"|"tags":\[[^\]]*\]/g) ?? [];
  const readIn = (language: string) =>
    app.send<OpenApi>('GET', '/openapi.json', { headers: { 'accept-language': language } });

  it('is English unless another is asked for, or set', async () => {
    assert.equal(description.paths['/cms/user/login']?.post?.summary, 'Sign in');
    const chinese = await readIn('zh');
    assert.equal(chinese.paths['/v1/book/{id}']?.get?.summary, '一个图书');
    const set = await freshApp({ descriptionLanguage: 'zh' });
    const { paths } = await set.nobody.read<OpenApi>('/openapi.json');
    assert.equal(paths['/cms/user/login']?.post?.summary, '登录');
  });

  it('is English with Accept-Language: en', async () => {
    const { paths } = await readIn('en');
    assert.equal(paths['/v1/book/{id}']?.get?.summary, 'One Book');
    assert.equal(paths['/cms/user/login']?.post?.summary, 'Sign in');
    assert.ok(textsOf(paths).length > 50);
    assert.deepEqual(
      textsOf(paths).filter((text) => /\p{Script=Han}/u.test(text)),
      [],
    );
  });

  it('changes nothing but texts', async () => {
    const shapeOf = (one: OpenApi) =>
      JSON.stringify(one, (key, value: unknown) =>
        ['summary', 'description', 'tags'].includes(key) ? undefined : value,
      );
    assert.equal(shapeOf(await readIn('en')), shapeOf(description));
  });
});

describe('the description', () => {
  it('is OpenAPI 3.1.0, in words of JSON Schema 2020-12', () => {
    assert.equal(description.openapi, '3.1.0');
    assert.doesNotMatch(JSON.stringify(description), /"nullable"|checkedByFields/);
  });

  it('names every route of the specification, with its parameters and its access', () => {
    for (const path of [
      '/cms/user/auths',
      '/cms/admin/authority',
      '/cms/admin/users',
      '/cms/log/search',
      '/v1/book/{id}',
    ])
      assert.ok(description.paths[path]?.get?.security, path);
    assert.deepEqual(description.paths['/cms/user/login']?.post?.security, []);
    for (const [path, operations] of Object.entries(description.paths)) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      for (const [method, { parameters = [], summary }] of Object.entries(operations)) {
        assert.ok(summary, `${method} ${path}`);
        assert.deepEqual(
          parameters.filter((one) => one.in === 'path').map(({ name }) => name),
          inPath,
          `${method} ${path}`,
        );
      }
    }
  });

  it('gives each operation a name of its own', () => {
    const names = Object.values(description.paths).flatMap((methods) =>
      Object.values(methods as Record<string, { operationId?: string }>).map(
        ({ operationId }) => operationId,
      ),
    );
    assert.equal(new Set(names).size, names.length);
    for (const name of names) assert.match(String(name), /^(get|post|put|patch|delete)([A-Z]\w*)?$/);
    assert.ok(names.includes('getV1BookId'));
  });

  it('holds only schemas that compile', () => {
    for (const operations of Object.values(description.paths))
      for (const { responses } of Object.values(operations))
        for (const { content = {} } of Object.values(responses))
          for (const { schema } of Object.values(content))
            assert.ok(ajv.validateSchema(schema), ajv.errorsText());
  });

  it('fits what the server answers', async () => {
    const group = await app.groupWith('log.search');
    const book = await app.makeBook({ title: 'described' });
    const person = await app.person([group]);
    const reads = {
      '/cms/user/auths': '',
      '/cms/user/information': '',
      '/cms/user/permissions': '',
      '/cms/user/sessions': '',
      '/cms/admin/authority': '',
      '/cms/admin/permission': '',
      '/cms/admin/users': '',
      '/cms/admin/group': '',
      '/cms/admin/group/all': '',
      '/cms/admin/group/{id}': String(group),
      '/cms/log': '',
      '/cms/log/search': '',
      '/cms/log/users': '',
      '/v1/book': '',
      '/v1/book/{id}': String(book),
    };
    for (const [path, id] of Object.entries(reads)) {
      const url = path.replace('{id}', id);
      for (const caller of [app.root.access, person.access, undefined, 'nonsense']) {
        const answer = await app.request('GET', url, caller === undefined ? {} : { token: caller });
        requireFit('GET', path, answer.status, answer.body);
      }
    }
  });

  it('fits writes, and refusals of them', async () => {
    const made = await app.root.post('/v1/book', {});
    requireFit('POST', '/v1/book', made.status, made.body);
    const bad = await app.root.post('/v1/book', { title: 1 });
    requireFit('POST', '/v1/book', bad.status, bad.body);
    const path = `/v1/book/${made.body.id}`;
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      const answer = await app.request(method, path, {
        token: app.root.access,
        ...(method !== 'DELETE' && { body: {} }),
      });
      requireFit(method, '/v1/book/{id}', answer.status, answer.body);
    }
    const signIn = await app.logIn('root');
    requireFit('POST', '/cms/user/login', signIn.status, signIn.body);
  });
});

describe('the page', () => {
  const follow = async (url: string) => {
    const answer = await app.nobody.get(url);
    const next = answer.headers.location;
    return typeof next === 'string'
      ? app.nobody.get(new URL(next, `http://localhost${url}`).pathname)
      : answer;
  };
  it('loads nothing from elsewhere', async () => {
    const page = await follow('/docs');
    assert.equal(page.status, 200);
    const loaded = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address = '']) => address);
    assert.ok(loaded.length > 0);
    for (const address of loaded) {
      assert.match(address, /^\.\//, 'it also loads what it needs below a path');
      const part = await app.nobody.get(new URL(address, 'http://localhost/docs').pathname);
      assert.equal(part.status, 200, address);
    }
    assert.match(String(page.headers['content-security-policy']), /default-src 'none'/);
  });
});

describe('the pages', () => {
  it('are made once, and not sent again to those who have them', async () => {
    for (const path of ['/openapi.json', '/docs', '/docs/json', '/docs/static/swagger-ui-bundle.js']) {
      const { status, headers, text } = await app.nobody.get(path);
      assert.equal(status, 200, path);
      assert.match(String(headers['cache-control']), /max-age=\d+/);
      assert.equal((await app.nobody.get(path)).text, text);
      const again = await app.nobody.get(path, { headers: { 'if-none-match': String(headers.etag) } });
      assert.deepEqual([again.status, again.text], [304, ''], path);
    }
  });

  it('are these alone', async () => {
    for (const path of ['/docs/yaml', '/docs/static/', '/docs/static/../package.json', '/docs/nothing'])
      assert.equal((await app.nobody.get(path)).status, 404, path);
  });

  it('can be switched off', async () => {
    const closed = await freshApp({ apiPages: false });
    for (const path of ['/openapi.json', '/docs', '/docs/static/swagger-ui-bundle.js'])
      assert.equal((await closed.nobody.get(path)).status, 404, path);
  });
});
