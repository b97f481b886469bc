// No engine changes its result: the description follows from definitions.
// Takes long: documents of whole APIs are linted and compared.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import openapiTS, { astToString } from 'openapi-typescript';
import { freshApp } from '../support/fresh-app.ts';
import type { OpenApi } from '../support/open-api.ts';

// The description of the base `/api`.

const app = await freshApp({ contentDir: 'test/content/rules' });

let text = '';
let description: OpenApi;
const ajv = new Ajv2020({ strict: false, allErrors: true, formats: { int64: true, decimal: true } });
before(async () => {
  text = (await app.nobody.get('/api/openapi.json')).text;
  description = JSON.parse(text);
});

function requireFit(method: string, path: string, status: number, body: unknown): void {
  const type = status < 300 ? 'application/json' : 'application/problem+json';
  const { responses } = description.paths[path]?.[method] ?? { responses: {} };
  const response = responses[status] ?? (status < 300 ? undefined : responses.default);
  assert.ok(response, `${method} ${path} ${status}: ${Object.keys(responses)}`);
  if (status === 204) {
    assert.deepEqual([body, response.content], [{}, undefined]);
    return;
  }
  const schema = response.content?.[type]?.schema;
  assert.ok(schema, `${method} ${path} ${status} is no ${type}`);
  const validate = ajv.compile({ ...schema, components: description.components });
  assert.ok(validate(body), `${method} ${path}: ${ajv.errorsText(validate.errors)} ${JSON.stringify(body)}`);
}

describe('the description of /api', () => {
  it('breaks no recommended rule of a linter, and types can be made from it', async () => {
    // The router prefers words to parameters, and these paths are part of the API.
    const config = await createConfig({ extends: ['recommended'], rules: { 'no-ambiguous-paths': 'off' } });
    const problems = await lintFromString({ source: text, config });
    assert.deepEqual(
      problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer]),
      [],
    );
    assert.match(astToString(await openapiTS(text)), /Problem: \{/);
  });

  it('is about this base, and names its statuses', () => {
    assert.deepEqual(description.servers, [{ url: 'https://quire.test/api' }]);
    for (const [method, path, statuses] of [
      ['get', '/v1/post/{id}', ['200', '304', '400', '401', '403', '404', '429', 'default']],
      ['post', '/v1/post', ['200', '201', '400', '401', '403', '409', '413', '415', '422', '429', 'default']],
      ['delete', '/v1/post/{id}', ['200', '204', '400', '401', '403', '404', '409', '412', '429', 'default']],
    ] as const)
      assert.deepEqual(Object.keys(description.paths[path]?.[method]?.responses ?? {}), statuses, path);
  });

  it('fits what is answered', async () => {
    const asked = async (method: string, path: string, url: string, body?: object) => {
      const sent = { token: app.root.access, ...(body && { body }) };
      const answer = await app.request<{ id: number }>(method.toUpperCase(), `/api${url}`, sent);
      requireFit(method, path, answer.status, answer.body);
      return answer;
    };
    const { body } = await asked('post', '/v1/post', '/v1/post', { title: 'a' });
    const one = ['/v1/post/{id}', `/v1/post/${body.id}`] as const;
    await asked('get', ...one);
    await asked('patch', ...one, { title: 'b' });
    await asked('patch', '/v1/post/{id}', `${one[1]}?dry_run=true`, { title: 'b' });
    await asked('patch', ...one, { title: 7 });
    await asked('delete', ...one);
    await asked('get', ...one);
    await asked('get', '/v1/post', '/v1/post?nope=1');
    await asked('get', '/cms/admin/users', '/cms/admin/users');
    await asked('post', '/v1/post/bulk', '/v1/post/bulk', { items: [{ action: 'delete', id: 999 }] });
    await asked('post', '/v1/post/bulk', '/v1/post/bulk', {
      items: [{ action: 'create', values: { title: 'c' } }],
    });
    await asked('post', '/cms/admin/group', '/cms/admin/group', { name: 'described', info: null });
  });
});
