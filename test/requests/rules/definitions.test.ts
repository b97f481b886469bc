// Takes long: the description of all collections is compared with what each user may do.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { readLocales } from '../../../server/definitions/locales.ts';
import { OPERATORS } from '../../../server/records/query/conditions/operators.ts';
import type { Definition } from '../../support/bodies.ts';
import type { Client } from '../../support/client.ts';
import { freshApp } from '../../support/fresh-app.ts';

const described = (by: Client) => by.list<Definition>('/cms/definition');
const oneOf = (by: Client, name: string, language = 'en') =>
  by.get<Definition>(`/cms/definition/${name}`, { headers: { 'accept-language': language } });

const told = await freshApp({ contentDir: 'test/content/described' });
const rules = await freshApp({ contentDir: 'test/content/rules' });
const kinds = await freshApp({ contentDir: 'test/content/kinds' });
const secrets = await freshApp({ contentDir: 'test/content/secrets' });

describe('a definition as data', () => {
  it('says what its author wrote, in the language of the caller', async () => {
    const { body } = await oneOf(told.root, 'story');
    assert.equal(body.label, 'Story');
    assert.equal(body.help, 'What readers come for');
    assert.equal(body.title_field, 'headline');
    assert.deepEqual(body.columns, ['headline', 'state', 'fee', 'update_time']);
    assert.deepEqual(body.groups, [
      { name: 'address', label: 'Address', fields: ['slug', 'related_stories'] },
      { name: 'money', label: 'Money', fields: ['fee'] },
    ]);
    assert.deepEqual(body.search, ['headline']);
    assert.deepEqual(body.unique, [['slug']]);
    assert.equal((await oneOf(told.root, 'story', 'zh')).body.label, '故事');
  });

  it('holds what a form needs of each field', async () => {
    const { fields } = (await oneOf(told.root, 'story')).body;
    const named = (name: string) => fields.find((field) => field.name === name);
    assert.deepEqual(named('headline'), {
      name: 'headline',
      readable: true,
      creatable: true,
      updatable: true,
      kind: 'text',
      label: 'Headline',
      help: 'At most one line',
      required: true,
      allows_null: false,
      unique: false,
      min_length: 1,
      max_length: 80,
      sortable: true,
      searchable: true,
      filters: OPERATORS.filter((word) => word !== 'near' && word !== 'within'), // for points
    });
    assert.deepEqual(named('state')?.choices, [
      { value: 'draft', label: 'Draft' },
      { value: 'live', label: 'Live' },
    ]);
    assert.equal(named('slug')?.made_from, 'headline');
    assert.deepEqual(
      [named('related_stories')?.target, named('related_stories')?.many, named('related_stories')?.max_items],
      ['story', true, 5],
    );
    assert.equal(named('published_on')?.label, 'Published on');
    assert.deepEqual([named('create_time')?.filled, named('create_time')?.updatable], [true, false]);
  });

  it('leaves out what the caller may neither read nor write', async () => {
    const { body } = await oneOf(await told.person(), 'story');
    assert.ok(!body.fields.some(({ name }) => name === 'fee'));
    assert.deepEqual(body.columns, ['headline', 'state', 'update_time']);
    assert.deepEqual(body.groups, [
      { name: 'address', label: 'Address', fields: ['slug', 'related_stories'] },
    ]);
    assert.equal(body.refused.delete, 'Only for users who hold “Delete stories”');
  });

  it('says why a field that is seen cannot be changed', async () => {
    const { body } = await oneOf(await told.granted('story.fee.read'), 'story');
    const fee = body.fields.find(({ name }) => name === 'fee');
    assert.deepEqual(
      [fee?.readable, fee?.updatable, fee?.refused],
      [true, false, 'Only for users who hold “Change fees”'],
    );
  });

  it('finds a title and columns where its author names none', async () => {
    const { body } = await oneOf(kinds.root, 'specimen');
    assert.equal(body.title_field, 'title');
    assert.deepEqual(body.columns, ['title', 'slug', 'legs', 'weight', 'serial', 'update_time']);
  });

  it('tells bounds as the field holds them', async () => {
    const { fields } = (await oneOf(kinds.root, 'specimen')).body;
    const named = (name: string) => fields.find((field) => field.name === name);
    assert.deepEqual([named('weight')?.precision, named('weight')?.scale], [18, 4]);
    assert.equal(named('found_on')?.min, '1900-01-01');
    assert.equal(named('legs')?.max, 2_147_483_647);
    assert.match((await oneOf(kinds.root, 'specimen')).text, /"max":9223372036854775807/);
    assert.deepEqual([named('body')?.format, named('source')?.format], ['html', 'markdown']);
  });

  it('is not found where the caller may do nothing with its records', async () => {
    const member = await secrets.person();
    assert.equal((await oneOf(member, 'plan')).status, 404);
    assert.deepEqual(
      (await described(member)).map(({ name }) => name),
      ['diary', 'page', 'quire_file'],
    );
    const page = (await oneOf(member, 'page')).body.fields;
    assert.ok(!('target' in (page.find(({ name }) => name === 'plan') ?? {})));
    assert.equal((await oneOf(secrets.root, 'plan')).status, 200);
    assert.equal((await oneOf(secrets.root, 'quire_user')).status, 404);
    assert.equal((await oneOf(secrets.root, '__proto__')).status, 404);
  });

  it('has an ETag that holds for callers of the same rights alone', async () => {
    const [one, other] = [await told.person(), await told.person()];
    const first = await one.get('/cms/definition');
    const etag = String(first.headers.etag);
    const again = await other.get('/cms/definition', { headers: { 'if-none-match': etag } });
    assert.deepEqual([again.status, again.text], [304, '']);
    const asRoot = await told.root.get('/cms/definition', { headers: { 'if-none-match': etag } });
    assert.equal(asRoot.status, 200);
    const english = { 'if-none-match': etag, 'accept-language': 'en' };
    assert.equal((await one.get('/cms/definition', { headers: english })).status, 200);
    assert.match(String(first.headers['cache-control']), /private, no-cache/);
    assert.match(String(first.headers.vary), /authorization/i);
  });

  it('is sent compressed to a client that takes it, with an ETag for each form', async () => {
    const person = await told.person();
    for (const path of ['/cms/definition', '/cms/definition/story', '/cms/user/routes']) {
      const read = (headers: Record<string, string>) => person.get(path, { headers });
      const plain = await read({});
      for (const [accept, encoding, unpack] of [
        ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
        ['gzip', 'gzip', gunzipSync],
        ['identity', undefined, Buffer.from],
      ] as const) {
        const { headers, bytes } = await read({ 'accept-encoding': accept });
        assert.equal(headers['content-encoding'], encoding, `${path} ${accept}`);
        assert.equal(String(unpack(bytes)), plain.text);
        assert.match(String(headers.vary), /authorization.*accept-encoding/i);
        assert.equal(headers.etag === plain.headers.etag, encoding === undefined);
        const known = { 'accept-encoding': accept, 'if-none-match': String(headers.etag) };
        assert.equal((await read(known)).status, 304);
      }
    }
  });

  it('follows a grant at once', async () => {
    const person = await told.granted('story.fee.read');
    const before = (await oneOf(person, 'story')).body;
    assert.ok(!('delete' in before.actions));
    const [permission] = await told.permissionIds('story.delete');
    await told.root.done('POST /cms/admin/permission/dispatch', {
      group_id: person.groupId,
      permission_id: permission,
    });
    assert.equal((await oneOf(person, 'story')).body.actions.delete, true);
  });

  it('is refused with a token that is not good', async () => {
    assert.equal((await told.as('nonsense').get('/cms/definition')).status, 422);
  });
});

const ofRules = async () => ({
  nobody: rules.nobody,
  'a member': await rules.person(),
  'who may see salaries': await rules.granted('person.salaries'),
  'who may change salaries': await rules.granted('person.salaries', 'person.salary.write'),
  'an editor': await rules.granted('post.edit'),
  'the super administrator': rules.root,
});

/** A request for each action; refused with 401, or with something else that says that it was not. */
const requests: Readonly<Record<string, (path: string) => [string, unknown?]>> = {
  list: (path) => [`GET ${path}`],
  read: (path) => [`GET ${path}/999`],
  aggregate: (path) => [`GET ${path}/aggregate?select=count`],
  export: (path) => [`GET ${path}/export`],
  create: (path) => [`POST ${path}`, { nothing: 1 }],
  update: (path) => [`PATCH ${path}/999`, {}],
  delete: (path) => [`DELETE ${path}/999`],
  history: (path) => [`GET ${path}/999/history`],
  trash: (path) => [`GET ${path}/trash`],
  restore: (path) => [`POST ${path}/trash/999/restore`],
  purge: (path) => [`DELETE ${path}/trash/999`],
  import: (path) => [`GET ${path}/import`],
  bulk: (path) => [`POST ${path}/bulk`, { items: [] }],
  usage: (path) => [`GET ${path}/999/usage`],
  presence: (path) => [`PUT ${path}/999/presence`],
};

describe('what a description offers', () => {
  it('is what is not refused, and nothing else', async () => {
    for (const [who, person] of Object.entries(await ofRules())) {
      const records = await described(person);
      for (const { path, actions } of records)
        for (const [action, request] of Object.entries(requests)) {
          if (path === undefined) continue;
          const { status } = await person.ask(...request(path));
          const isRefused = status === 401 || status === 403;
          // A bulk request is admitted for its items to be decided one by one.
          if (action === 'bulk' && isRefused === false && !('bulk' in actions)) continue;
          assert.equal(action in actions, !isRefused, `${who}: ${action} ${path} is answered ${status}`);
        }
    }
  });

  it('tells whose records an action is for', async () => {
    const { body } = await oneOf(await rules.person(), 'post');
    assert.equal(body.actions.history, 'own');
    assert.equal(body.actions.read, 'some');
    assert.ok(!('purge' in body.actions));
    assert.equal((await oneOf(rules.root, 'post')).body.actions.read, true);
  });

  it('lists the fields that answers, sorts and writes take from this caller', async () => {
    const id = await rules.root.make('/v1/person', { name: 'Ann', salary: '10.00' });
    for (const [who, person] of Object.entries(await ofRules())) {
      const { fields } = (await oneOf(person, 'person')).body;
      const shown = Object.keys(await person.read(`/v1/person/${id}`)).sort();
      const readable = fields.filter(({ readable }) => readable).map(({ name }) => name);
      assert.deepEqual(readable.sort(), shown, who);
      for (const name of ['name', 'salary', 'contract', 'rank', 'pin', 'boss', 'deputies']) {
        const field = fields.find((one) => one.name === name);
        const sorted = await person.get(`/v1/person?sort=${name}`);
        assert.equal(sorted.status === 200, field?.sortable ?? false, `${who}: sort=${name}`);
        if (person === rules.nobody) continue;
        const value = { deputies: [id], boss: id, salary: '11.00' }[name] ?? `new ${name}`;
        const written = await person.patch(`/v1/person/${id}`, { [name]: value });
        assert.equal(written.status === 200, field?.updatable ?? false, `${who}: ${name} ${written.text}`);
      }
    }
  });
});

const values: Readonly<Record<string, string>> = {
  integer: '1',
  decimal: '1.5',
  bigint: '1',
  boolean: 'true',
  'date-time': '1',
  date: '2020-01-01',
  email: 'a@b.c',
  url: 'http://a.b/',
  reference: '1',
  references: '1',
  point: '1,1',
};

describe('the filters of a field', () => {
  it('are the operators that its list takes', async () => {
    const specimen = (await oneOf(kinds.root, 'specimen')).body;
    const story = (await oneOf(told.root, 'story')).body;
    for (const [app, { path, fields }] of [
      [kinds, specimen],
      [told, story],
    ] as const)
      for (const { name, kind, filters, choices } of fields)
        for (const word of OPERATORS) {
          const known = choices?.[0]?.value ?? values[kind] ?? 'some';
          const value = { null: 'true', within: '1,1,1,1' }[word] ?? known;
          const { status, text } = await app.root.get(`${path}?filter[${name}][${word}]=${value}`);
          assert.equal(
            status === 200,
            filters.some((one) => one === word),
            `${name} ${word}: ${status} ${text}`,
          );
        }
  });
});

it('the languages of content are told with their fallbacks, to everybody', async () => {
  const locales = readLocales('en,fr>de,de') ?? [];
  const spoken = await freshApp({ contentDir: 'test/content/paper', locales });
  for (const person of [spoken.nobody, spoken.root, await spoken.person()])
    assert.deepEqual((await person.read<{ locales: unknown }>('/cms/definition')).locales, locales);
  assert.deepEqual((await told.root.read<{ locales: unknown }>('/cms/definition')).locales, []);
});
