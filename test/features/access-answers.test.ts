// No engine changes its result: answers about access are worked out without a database.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anonymous } from '../../server/access/actor.ts';
import type { AccessRule } from '../../server/definitions/access-rule.ts';
import type { Catalogue } from '../../server/definitions/catalogue.ts';
import {
  defineCollection,
  everyone,
  login,
  ownRecords,
  permission,
  recordsWhere,
  superAdministrator,
  text,
} from '../../server/definitions/index.ts';
import { AppError } from '../../server/errors.ts';
import { extentOf, missingOf, toExtent } from '../../server/features/access/explanations.ts';
import { linesOfMatrix, matrixOf, offeredBy } from '../../server/features/access/matrix.ts';
import type { Person } from '../../server/features/access/people.ts';
import { findSubject } from '../../server/features/access/subject.ts';
import { findRoute } from '../../server/http/find-route.ts';
import type { Route } from '../../server/http/route.ts';

const note = defineCollection({
  name: 'note',
  label: 'Note',
  path: '/v1/note',
  audit: 'full',
  fields: {
    title: text({ max: 80, default: '' }),
    price: text({ max: 9, read: superAdministrator, write: superAdministrator }),
    code: text({ max: 9, write: superAdministrator }),
    pin: text({ max: 9, secret: true }),
  },
  access: {
    read: login,
    create: login,
    update: ownRecords(login),
    delete: permission('Delete notes'),
    history: superAdministrator,
  },
});
const served = [note];
const route = (asked: string, more: object = {}) => {
  const [method, path] = asked.split(' ');
  return { method, path, access: login, summary: asked, ...more } as unknown as Route;
};
const routes = [
  route('GET /v1/note/:id'),
  route('GET /v1/notes'),
  route('GET /cms/user/:id'),
  route('GET /cms/user/own'),
  route('POST /cms/user/:id', { access: superAdministrator, needsProof: 'always' }),
  route('GET /cms/:part/own'),
  route('PUT /cms/factor/:id/name/:name', { access: everyone, isForSetUp: true }),
];
const catalogue = { served } as unknown as Catalogue;

describe('the route that a request is given to', () => {
  for (const [asked, found] of [
    ['GET /cms/user/own', 'GET /cms/user/own'],
    ['GET /cms/user/7', 'GET /cms/user/:id'],
    ['GET /cms/group/own', 'GET /cms/:part/own'],
    ['POST /cms/user/own', 'POST /cms/user/:id'],
    ['GET /cms/user/', undefined],
    ['GET /cms/user/7/', undefined],
    ['GET /cms/user', undefined],
    ['PUT /cms/user/7', undefined],
    ['PUT /cms/factor/7/name/a', 'PUT /cms/factor/:id/name/:name'],
  ] as const)
    it(`${asked}: ${found ?? 'none'}`, () => {
      const [method = '', path = ''] = asked.split(' ');
      assert.equal(findRoute(routes, method, path)?.summary, found);
    });
});

describe('the subject of a question', () => {
  const guardsOf = (query: object) =>
    findSubject(catalogue, routes, query).guards.map(({ of, rule }) => [of, rule]);
  for (const [query, guards] of [
    [{ collection: 'note' }, [['collection', login]]],
    [{ collection: 'note', action: 'update' }, [['collection', note.access?.update]]],
    [
      { collection: 'note', action: 'history' },
      [
        ['collection', superAdministrator],
        ['reading', login],
      ],
    ],
    [{ collection: 'note', field: 'title' }, [['collection', login]]],
    [
      { collection: 'note', field: 'price' },
      [
        ['collection', login],
        ['field', superAdministrator],
      ],
    ],
    [{ collection: 'note', field: 'code' }, [['collection', login]]],
    [
      { collection: 'note', field: 'code', action: 'create' },
      [
        ['collection', login],
        ['field', superAdministrator],
      ],
    ],
    [
      { collection: 'note', field: 'code', action: 'update' },
      [
        ['collection', note.access?.update],
        ['field', superAdministrator],
      ],
    ],
    [{ collection: 'note', field: 'code', action: 'delete' }, [['collection', note.access?.delete]]],
    [{ path: '/cms/user/7' }, [['route', login]]],
    [{ path: '/cms/user/7', method: 'POST' }, [['route', superAdministrator]]],
  ] as const)
    it(JSON.stringify(query), () => assert.deepEqual(guardsOf(query), guards));

  for (const [query, name] of [
    [{}, 'collection'],
    [{ collection: 'note', path: '/cms/user/7' }, 'collection'],
    [{ path: '/cms/user/7', method: 'DELETE' }, 'path'],
    [{ collection: 'book' }, 'collection'],
    [{ collection: 'note', action: 'publish' }, 'action'],
    [{ collection: 'note', field: 'pin' }, 'field'],
    [{ collection: 'note', field: 'other' }, 'field'],
  ] as const)
    it(`refuses ${JSON.stringify(query)}`, () =>
      assert.throws(
        () => findSubject(catalogue, routes, query),
        (error) => error instanceof AppError && Object.keys(error.problems).join() === name,
      ));

  it('says what its request needs', () => {
    const needs = (query: object) => {
      const {
        needsProof,
        isForSetUp,
        asksCaller,
        collection: record,
      } = findSubject(catalogue, routes, query);
      return [needsProof, isForSetUp, asksCaller, record?.use];
    };
    assert.deepEqual(needs({ collection: 'note' }), [undefined, false, false, 'read']);
    assert.deepEqual(needs({ collection: 'note', action: 'purge' }), [
      'withSecondFactor',
      false,
      true,
      'purge',
    ]);
    assert.deepEqual(needs({ path: '/cms/user/7', method: 'POST' }).slice(0, 2), ['always', false]);
    assert.deepEqual(needs({ path: '/cms/factor/7/name/a', method: 'PUT' }).slice(0, 2), [undefined, true]);
  });
});

describe('what rules leave', () => {
  const explained = (...records: unknown[]) => records.map((one) => ({ records: one })) as never;
  for (const [records, extent] of [
    [[], 'all'],
    [['all'], 'all'],
    [['own'], 'some'],
    [['all', { status: 'a' }], 'some'],
    [['none', 'all'], 'none'],
    [['none', {}, 'all'], 'none'],
  ] as const)
    it(`${JSON.stringify(records)} is ${extent}`, () => {
      const known = records.map((one) => (one === 'own' ? { create_user_id: 1 } : one));
      assert.equal(extentOf(explained(...known)), extent);
      assert.equal(extentOf(explained(...known.toReversed())), extent);
    });

  it('is what permissions would add, each once', () => {
    const [one, two] = ['one', 'two'].map((key) => ({ level: 'permission', permission: { key } }));
    const either = { level: 'any', rules: [two, one] };
    const rules = (...all: unknown[]) => all.map((rule) => ({ rule, records: 'none' })) as never;
    const keysFor = (explanations: never, actor: object = {}) =>
      missingOf(explanations, { ...anonymous, ...actor } as never).map(({ key }) => key);
    assert.deepEqual(keysFor(rules(one, either, login)), ['one', 'two']);
    assert.deepEqual(keysFor(rules(one, two), { permissions: new Set(['two']) }), ['one']);
    assert.deepEqual(keysFor(rules(one, two), { isSuper: true }), []);
    assert.deepEqual(
      keysFor([
        { rule: one, records: 'all' },
        { rule: two, records: {} },
      ] as never),
      ['two'],
    );
    assert.equal(toExtent('none'), 'none');
  });
});

describe('the matrix of a person', () => {
  it('tells fields that some records hide from those that all hide', () => {
    const member: Person = {
      actor: { ...anonymous, id: 7n, username: 'ann' },
      ...{ isActive: true, lacksFactor: false, groups: [], holders: new Map() },
    };
    const [served] = catalogue.served;
    assert.ok(served);
    const someRecords = recordsWhere(login, { title: 'a' }) as unknown as AccessRule; // names no permission
    const rules = new Map<string, AccessRule>([
      ['price', superAdministrator],
      ['title', someRecords],
      ['code', login],
    ]);
    const one = { ...served, readRules: rules, writeRules: new Map(rules).set('code', someRecords) };
    const of = { served: [one], others: [] };
    const all = matrixOf(of, member, { switchedOff: new Set(), reader: 'en' });
    const [{ hidden_fields, partly_hidden_fields, fixed_fields, partly_fixed_fields } = assert.fail()] =
      all.collections;
    assert.deepEqual([hidden_fields, partly_hidden_fields], [['price'], ['title']]);
    assert.deepEqual([fixed_fields, partly_fixed_fields], [['price'], ['title', 'code']]);
    const lines = linesOfMatrix(all).filter(([what]) => what?.includes('.'));
    assert.deepEqual(
      lines.map(([what, action, extent]) => `${what} ${action} ${extent}`),
      [
        ...['note.price read none', 'note.title read some'],
        ...['note.price write none', 'note.title write some', 'note.code write some'],
      ],
    );
  });

  const person = (more: Partial<Person> = {}, isSuper = false): Person => ({
    actor: { ...anonymous, id: 7n, username: 'ann', isSuper },
    ...{ isActive: true, lacksFactor: false, groups: [], holders: new Map() },
    ...more,
  });
  const offered = offeredBy(catalogue, routes);
  const matrix = (of: Person) => matrixOf(offered, of, { switchedOff: new Set(), reader: 'en' });

  it('has the collections, and all routes that are not theirs', () => {
    assert.deepEqual(
      offered.others.map(({ path }) => path),
      routes.slice(1).map(({ path }) => path),
    );
    assert.equal(matrix(person()).routes.at(-1)?.path, '/cms/factor/{id}/name/{name}');
  });

  for (const [who, of, reads, updates, hidden, fixed, ofRoutes] of [
    ['a member', person(), 'all', 'some', ['price'], ['price', 'code'], ['all', 'none', 'all']],
    ['the super administrator', person({}, true), 'all', 'all', [], [], ['all', 'all', 'all']],
    [
      'a member who lacks a factor',
      person({ lacksFactor: true }),
      'none',
      'none',
      ['price'],
      ['price', 'code'],
      ['none', 'none', 'all'],
    ],
    [
      'an inactive member',
      person({ isActive: false }),
      'none',
      'none',
      ['price'],
      ['price', 'code'],
      ['none', 'none', 'none'],
    ],
  ] as const)
    it(who, () => {
      const { collections: records, routes: others } = matrix(of);
      const [first] = records;
      assert.deepEqual(
        [first?.collection, first?.label, first?.actions.read, first?.actions.update],
        ['note', 'Note', reads, updates],
      );
      assert.deepEqual([first?.hidden_fields, first?.fixed_fields], [hidden, fixed]);
      const recordsOf = (path: string, method: string) =>
        others.find((one) => one.path === path && one.method === method)?.records;
      assert.deepEqual(
        [
          recordsOf('/v1/notes', 'GET'),
          recordsOf('/cms/user/{id}', 'POST'),
          recordsOf('/cms/factor/{id}/name/{name}', 'PUT'),
        ],
        ofRoutes,
      );
    });

  it('has a line for each action, closed field and route', () => {
    const { collections: records, routes: others } = matrix(person());
    const lines = linesOfMatrix({ collections: records, routes: others.slice(0, 1) });
    assert.deepEqual(lines[0], ['subject', 'action', 'rows', 'label']);
    for (const line of [
      ['note', 'read', 'all', 'Note'],
      ['note', 'delete', 'none', 'Note'],
      ['note.price', 'read', 'none', 'Note'],
      ['note.code', 'write', 'none', 'Note'],
    ])
      assert.ok(
        lines.some((one) => one.join() === line.join()),
        line.join(),
      );
    assert.deepEqual(lines.at(-1), ['/v1/notes', 'GET', 'all', 'GET /v1/notes']);
    assert.equal(lines.length, 1 + Object.keys(records[0]?.actions ?? {}).length + 3 + 1);
  });
});
