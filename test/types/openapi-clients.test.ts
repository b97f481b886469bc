// No engine changes its result: the description follows from definitions.
// Takes long: a compiler reads clients that are generated for whole APIs.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { promisify } from 'node:util';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import openapiTS, { astToString } from 'openapi-typescript';
import { freshApp } from '../support/fresh-app.ts';
import type { OpenApi, Operation } from '../support/open-api.ts';
import { temporaryFolder } from '../support/test-database.ts';

const run = promisify(execFile);
const compiler = join(import.meta.dirname, '../../node_modules/typescript-7/bin/tsc'); // beside the one that generators use
const app = await freshApp({ contentDir: 'test/content/rules' });

let text = '';
before(async () => {
  text = (await app.nobody.get('/openapi.json')).text;
});

test('the description breaks no recommended rule of a linter', async () => {
  // The router prefers words to parameters, and these paths are part of the API.
  const config = await createConfig({
    extends: ['recommended'],
    rules: { 'no-ambiguous-paths': 'off', 'operation-tag-defined': 'error' },
  });
  const problems = await lintFromString({ source: text, config });
  assert.deepEqual(
    problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer]),
    [],
  );
});

test('the description says how requests are conditional, repeated, preferred and refused', () => {
  const { paths } = JSON.parse(text) as OpenApi;
  const namesOf = ({ parameters = [] }: Operation) => parameters.map(({ name }) => name.toLowerCase());
  for (const [method, path, headers, statuses] of [
    ['get', '/v1/post/{id}', ['if-none-match'], ['304', '429', 'default']],
    ['get', '/v1/post', ['page', 'count', 'after', 'filter'], ['default']],
    ['post', '/v1/post', ['prefer', 'idempotency-key'], ['201', '429', 'default']],
    ['patch', '/v1/post/{id}', ['if-match', 'prefer'], ['200', '412', 'default']],
    ['delete', '/v1/post/{id}', ['if-match'], ['412']],
  ] as const) {
    const operation = paths[path]?.[method];
    assert.ok(operation, path);
    for (const name of headers) assert.ok(namesOf(operation).includes(name), `${method} ${path} ${name}`);
    for (const status of statuses) assert.ok(operation.responses[status], `${method} ${path} ${status}`);
  }
});

test('the description names answers and their headers as they are sent', async () => {
  const { paths } = JSON.parse(text) as OpenApi;
  const id = await app.root.make('/v1/post', { title: 'Described' });
  const headers = { prefer: 'return=representation', 'idempotency-key': 'described' };
  for (const [method, path, sent] of [
    ['get', '/v1/post/{id}', {}],
    ['get', '/v1/post', {}],
    ['post', '/v1/post', { headers }],
    ['post', '/v1/post', { headers }],
    ['patch', '/v1/post/{id}', { headers: { prefer: headers.prefer } }],
  ] as const) {
    const body = method === 'get' ? {} : { body: { title: 'Described again' } };
    const answer = await app.request(method.toUpperCase(), path.replace('{id}', String(id)), {
      token: app.root.access,
      ...sent,
      ...body,
    });
    const described = paths[path]?.[method]?.responses[String(answer.status)];
    assert.ok(described, `${method} ${path} ${answer.status}`);
    const told = Object.keys(described.headers ?? {}).map((name) => name.toLowerCase());
    for (const name of ['etag', 'location', 'preference-applied', 'idempotency-replayed', 'x-request-id'])
      if (answer.headers[name] !== undefined) assert.ok(told.includes(name), `${method} ${path} ${name}`);
  }
  for (const [path, operations] of Object.entries(paths))
    for (const [method, { responses }] of Object.entries(operations))
      for (const [status, { description }] of Object.entries(responses)) {
        assert.notEqual(description, 'Default Response', `${method} ${path} ${status}`);
        assert.notEqual(description, '', `${method} ${path} ${status}`);
      }
});

/** A use of the generated types, as clients of such generators make it. */
const USE = `
import type { components, operations, paths } from './api.ts';
type Query = NonNullable<paths['/v1/post']['get']['parameters']['query']>;
export const asked: Query = { count: 5, sort: '-id', filter: { title: { starts: 'x' }, id: { in: [1, 2] }, or: [{ title: { eq: 'y' } }] } };
export const comparison: components['schemas']['Comparison'] = { gte: 3 };
export const title = (page: operations['getV1Post']['responses'][200]['content']['application/json']) =>
  page.items.map((record) => record.title);
// @ts-expect-error There is no such field.
export const wrong: Query = { filter: { titel: { eq: 'x' } } };
`;

test('a generated client compiles and asks with filters', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'api.ts'), astToString(await openapiTS(JSON.parse(text))));
  writeFileSync(join(folder, 'use.ts'), USE);
  const compilerOptions = {
    ...{ strict: true, noEmit: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
    ...{ target: 'es2022', module: 'esnext', moduleResolution: 'bundler', allowImportingTsExtensions: true },
    types: [],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['use.ts'] }));
  const said = await run(process.execPath, [compiler, '-p', folder]).then(
    () => '',
    (error: { stdout: string }) => error.stdout,
  );
  assert.equal(said, '');
  const found = await app.root.get('/v1/post?filter[title][starts]=x&filter[or][0][title][eq]=y');
  assert.equal(found.status, 200, found.text);
});
