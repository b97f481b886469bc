import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { AnyRecord, Page } from '../../support/bodies.ts';
import type { Client } from '../../support/client.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { importsInto } from '../../support/records/imports.ts';

const app = await freshApp({ language: 'en', contentDir: 'test/content/rules' });

const member = await app.person();
const payer = await app.granted('person.salaries');
const setter = await app.granted('person.salaries', 'person.salary.write');
let id = 0;

const read = (by: Client = app.root) => by.read(`/v1/person/${id}`);
const patch = async (by: Client, body: object) => (await by.patch(`/v1/person/${id}`, body)).status;

before(async () => {
  const made = { name: 'Ann', salary: '5000.00', contract: 'c-1', rank: 'first', pin: '1234' };
  id = await app.root.make('/v1/person', made);
  await app.root.done(`PATCH /v1/person/${id}`, { boss: id, deputies: [id] });
});

describe('a field that not everybody may read', () => {
  it('is absent from answers, not null', async () => {
    const shown = async (by: Client) =>
      Object.keys((await by.ask(`GET /v1/person/${id}`)).body).filter(
        (name) => !/^(id|\w+_time)$/.test(name),
      );
    assert.deepEqual(await shown(app.nobody), ['name', 'rank']);
    assert.deepEqual(await shown(member), ['name', 'rank']);
    const ofPayer = ['name', 'salary', 'contract', 'rank', 'boss', 'deputies'];
    assert.deepEqual(await shown(payer), ofPayer);
    assert.deepEqual(await shown(app.root), [
      'name',
      'salary',
      'contract',
      'rank',
      'pin',
      'boss',
      'deputies',
    ]);
  });

  it('is refused by name wherever a query names it', async () => {
    const queries = [
      '?filter[salary][gt]=1',
      '?filter[boss][name][eq]=Ann',
      '?filter[or][0][boss][salary][gt]=1',
      '?sort=salary',
      '?fields=name,salary',
      '?expand=boss',
      '?expand=deputies',
      '/aggregate?select=sum.salary',
      '/aggregate?group=contract',
      '/aggregate?filter[salary][gt]=1',
      '/export?format=csv&fields=salary',
    ];
    for (const query of queries) {
      for (const by of [app.nobody, member]) {
        const answer = await by.ask<Page>(`GET /v1/person${query}`);
        assert.equal(answer.status, 400, `${query} ${answer.text}`);
        assert.doesNotMatch(answer.text, /5000|c-1/);
      }
      assert.equal((await payer.ask<Page>(`GET /v1/person${query}`)).status, 200, query);
    }
  });

  it('is not looked into by a search', async () => {
    assert.equal((await member.ask<Page>('GET /v1/person?q=c-1')).body.items.length, 0);
    assert.equal((await payer.ask<Page>('GET /v1/person?q=c-1')).body.items.length, 1);
  });
});

describe('a field that not everybody may write', () => {
  it('is refused by name, unless it is sent back as it is', async () => {
    assert.equal(await patch(member, { rank: 'last' }), 400);
    assert.equal(await patch(member, { rank: 'first', name: 'Anne' }), 200);
    assert.equal(await patch(member, { salary: '5000.00' }), 400, 'what is not seen is not guessed');
    assert.equal(await patch(payer, { salary: '1.00' }), 400);
    assert.equal(await patch(payer, { salary: '5000' }), 200);
    assert.equal(await patch(setter, { salary: '6000' }), 200);
    assert.equal((await read()).salary, '6000.00');
    assert.equal(await patch(app.nobody, { pin: '1' }), 401);
    assert.equal(await patch(member, { pin: '9999' }), 200, 'what is written need not be seen');
    assert.equal((await read()).pin, '9999');
  });

  it('keeps its value where the whole record is written anew', async () => {
    const before = await read();
    const answer = await member.ask(`PUT /v1/person/${id}`, await read(member));
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual({ ...(await read()), update_time: 0 }, { ...before, update_time: 0 });
  });

  it('has its initial value in new records', async () => {
    const made = (body: object) => member.ask<AnyRecord>('POST /v1/person', { name: 'Bob', ...body });
    for (const body of [{ rank: 'first' }, { salary: '1.00' }, { salary: null }])
      assert.equal((await made(body)).status, 400, JSON.stringify(body));
    const bob = await made({ rank: 'none', pin: '1' });
    assert.equal(bob.status, 201, bob.text);
    assert.equal((await app.root.ask(`GET /v1/person/${bob.body.id}`)).body.salary, null);
  });
});

describe('permissions of fields', () => {
  it('are in the list of permissions, and what they open is told', async () => {
    await app.permissionIds('person.salaries', 'person.salary.write');
    const { Person: opened } =
      await app.root.read<Record<string, Record<string, string[]>>>('/cms/admin/authority');
    const read = ['salary', 'contract', 'boss', 'deputies'].map((field) => `READ /v1/person ${field}`);
    assert.deepEqual(opened, { 'See salaries': read, 'Change salaries': ['WRITE /v1/person salary'] });
  });

  it('are told by the description of the API, which asks for no field that may be missing', async () => {
    const { paths } = await app.send<{ paths: Record<string, Record<string, unknown>> }>(
      'GET',
      '/openapi.json',
      { headers: { 'accept-language': 'en' } },
    );
    const one = JSON.stringify(paths['/v1/person/{id}']);
    assert.match(
      one,
      /"salary":\{[^{}]*"description":"visible to users who hold “See salaries” only; can be changed by users who hold “Change salaries” only"/,
    );
    assert.match(JSON.stringify(paths['/v1/person/trash']), /"required":\["id","name","rank","create_time"/);
  });
});

describe('an import', () => {
  const into = (token: string) => importsInto(app, '/v1/person', token);

  it('tells of no field that its sender may not read', async () => {
    const own = into(member.access);
    assert.equal((await own.begin('key=contract', 'contract,name\nc-1,x\n')).status, 400);
    const { salary } = await read();
    for (const guess of [salary, '1.00']) {
      const { id: importId, refused } = await own.run('key=id', `id,salary\n${id},${guess}\n`);
      assert.equal(refused, 1);
      assert.match(
        JSON.stringify(await own.report(importId)),
        /"salary":"is not a field of this collection"/,
      );
    }
  });

  it('changes what its sender may change', async () => {
    const own = into(setter.access);
    assert.equal((await own.run('key=contract', 'contract,salary\nc-1,7000\n')).updated, 1);
    assert.equal((await own.run('key=contract', 'contract,salary\nc-1,7000.00\n')).unchanged, 1);
    assert.equal((await read()).salary, '7000.00');
  });
});
