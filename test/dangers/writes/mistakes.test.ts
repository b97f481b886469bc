import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  ACCESS,
  collection,
  GOOD_FIELDS,
  IMPORTS,
  refusal,
  withAccess,
  withFields,
  withOptions,
} from '../../support/refused-start.ts';
import { start, stop } from '../../support/server-process.ts';

// The mistakes that people make in definitions. Each stops the start, and is told with its file, its collection, its field, the
// word that was probably meant, and what is allowed.

describe('an option of a collection that is', () => {
  const mistakes: Readonly<Record<string, RegExp>> = {
    "uniqe: [['title']]":
      /thing\.ts.*collection 'thing': a collection has no option 'uniqe'; did you mean 'unique'\? \(allowed: /,
    "indices: [['title']]": /a collection has no option 'indices'; did you mean 'indexes'\?/,
    "unique: ['title']": /'unique' must be a list of groups of field names/,
    "unique: [{ fields: ['title'], null: 'equal' }]":
      /a unique group has no option 'null'; did you mean 'nulls'\?/,
    "unique: [{ fields: ['title'], nulls: 'same' }]": /'nulls' must be 'equal' or 'distinct', not 'same'/,
    "unique: [['titel']]": /an index names 'titel', which it does not have; did you mean 'title'\?/,
    "unique: [['title', 'title']]": /an index over title,title names a field twice/,
    "unique: [['title'], ['title']]": /two indexes are over title; one is enough/,
    "unique: [['title', 'state'], { fields: ['title', 'state'], nulls: 'equal' }]":
      /two indexes are over title,state; one is enough/,
    "indexes: [['title'], ['title']]": /two indexes are over title; one is enough/,
    'unique: undefined': /'unique' is undefined; leave it out, or give it a value/,
    "conflicts: { title: 'duplicate' }": /conflicts names 'title', which is not unique/,
    "unique: [['title']], conflicts: { title: 'usernameTakn' }":
      /no failure 'usernameTakn'; did you mean 'usernameTaken'\?/,
    'codes: { created: 1, updated: 2 }': /'deleted' is missing/,
    "samples: [{ title: 'x'.repeat(30) }]":
      /collection 'thing' \(.*thing\.ts\): a sample cannot be kept \(.*title must have at most 20/,
    'samples: [1]': /'samples' must be a list of objects, one for each record, not \[1\]/,
    "titleField: 'titel'": /titleField names 'titel', which is no field; did you mean 'title'\?/,
    "samples: [{ titel: 'x' }]": /samples name 'titel', which is no field; did you mean 'title'\?/,
    'hooks: { beforeCrate() {} }':
      /there is no hook 'beforeCrate'; did you mean 'beforeCreate'\? \(allowed: /,
    "hooks: { beforeCreate: 'x' }": /hook 'beforeCreate' is no function/,
    'isFollowed: false': /'isFollowed' must be true or a list of field names, not false/,
    "renamedFrom: 'Old Thing'": /'renamedFrom' must be what it is renamed from/,
  };
  for (const [options, expected] of Object.entries(mistakes))
    it(options, async () =>
      assert.match(String(await refusal({ 'thing.ts': withOptions(options) })), expected),
    );
  const whole: Readonly<Record<string, readonly [source: string, expected: RegExp]>> = {
    "audit: 'ful'": [
      collection(`audit: 'ful', fields: { ${GOOD_FIELDS} }`),
      /'audit' must be 'full' or 'creation' or 'none', not 'ful'/,
    ],
    'no audit': [collection(`fields: { ${GOOD_FIELDS} }`), /'audit' is missing/],
    'no fields': [collection(`audit: 'full'`), /'fields' is missing/],
    'fields as a list': [collection(`audit: 'full', fields: ['title']`), /'fields' must be an object/],
    "path: 'thing'": [
      collection(`audit: 'full', path: 'thing', fields: { ${GOOD_FIELDS} }, access: { ${ACCESS} }`),
      /'path' must be a path such as \/v1\/book, without a slash at its end, not 'thing'/,
    ],
    "path: '/v1/thing/'": [
      collection(`audit: 'full', path: '/v1/thing/', fields: { ${GOOD_FIELDS} }, access: { ${ACCESS} }`),
      /'path' must be a path/,
    ],
    "path: '/cms/user'": [
      collection(`audit: 'full', path: '/cms/user', fields: { ${GOOD_FIELDS} }, access: { ${ACCESS} }`),
      /thing\.ts: collection 'thing': the path '\/cms\/user' lies among the server's own; take one such as \/v1\/thing/,
    ],
    "path: '/v1/search'": [
      collection(`audit: 'full', path: '/v1/search', fields: { ${GOOD_FIELDS} }, access: { ${ACCESS} }`),
      /collection 'thing' \(.*thing\.ts\): path '\/v1\/search' would answer GET \/v1\/search, which is another route's/,
    ],
    "path: '/v1/changes'": [
      collection(`audit: 'full', path: '/v1/changes', fields: { ${GOOD_FIELDS} }, access: { ${ACCESS} }`),
      /collection 'thing' \(.*\): path '\/v1\/changes' would answer GET \/v1\/changes, which is another route's/,
    ],
    "name: 'quire_thing'": [
      collection(`audit: 'full', fields: { ${GOOD_FIELDS} }`, 'quire_thing'),
      /thing\.ts: collection 'quire_thing': names that begin with 'quire_' are the server's own/,
    ],
    "name: 'Thing'": [
      collection(`audit: 'full', fields: { ${GOOD_FIELDS} }`, 'Thing'),
      /'name' must be snake_case/,
    ],
    'no access': [
      collection(`audit: 'full', path: '/v1/thing', fields: { ${GOOD_FIELDS} }`),
      /who may use it \(access\)/,
    ],
    'no import': [
      collection(`audit: 'full', fields: { ${GOOD_FIELDS} }`).replace(' choice,', ''),
      /thing\.ts:\d+: choice is not defined; import \{ choice \} from 'quire-cms'/,
    ],
    'a misspelt import': [
      `import { definCollection } from 'quire-cms';\nexport default definCollection({});`,
      /thing\.ts:\d+: .*export named 'definCollection'; did you mean 'defineCollection'\?/,
    ],
    'no syntax': [`${IMPORTS}\nexport default defineCollection({\n  name: );`, /thing\.ts:\d+: /],
    'an enum': [
      `enum State { Draft }\n${collection(`audit: 'full'`)}`,
      /thing\.ts:1: .*enum is not supported/,
    ],
    'no default export': [
      'export const thing = 1;',
      /thing\.ts must export one defineCollection\(…\), defineSingleton\(…\) or defineQuery\(…\) as its default/,
    ],
    'no name': [
      `${IMPORTS}\nexport default defineCollection({ label: 'Thing', audit: 'full', fields: { ${GOOD_FIELDS} } });`,
      /collection '\?': 'name' is missing; it must be snake_case/,
    ],
    'nothing at all': [
      `${IMPORTS}\nexport default defineCollection();`,
      /the options of a collection must be an object/,
    ],
  };
  for (const [name, [source, expected]] of Object.entries(whole))
    it(name, async () => assert.match(String(await refusal({ 'thing.ts': source })), expected));
});

it('a collection at a path that another collection answers', async () => {
  const served = (name: string, path: string) =>
    collection(`audit: 'full', path: '${path}', fields: { ${GOOD_FIELDS} }, access: { ${ACCESS} }`, name);
  const files = { 'thing.ts': served('thing', '/v1/thing'), 'waste.ts': served('waste', '/v1/thing/trash') };
  assert.match(
    String(await refusal(files)),
    /collection 'waste' \(.*waste\.ts\): path '\/v1\/thing\/trash' would answer GET \/v1\/thing\/trash, which is another route's/,
  );
});

describe('a singleton that is', () => {
  const single = (fields: string, rest = '') =>
    `${IMPORTS.replace('defineCollection', 'defineSingleton')}
export default defineSingleton({ name: 'site', label: 'Site', audit: 'full', path: '/v1/site', fields: { ${fields} }, access: { read: everyone, update: login }${rest} });`;
  const mistakes: Readonly<Record<string, readonly [string, RegExp]>> = {
    'without a default for what must be there': [
      single('t: text({ max: 9, required: true })'),
      /collection 'site': field 't': a singleton begins with its defaults; give it a 'default'/,
    ],
    'told to be unique': [
      single('t: text({ max: 9 })', ", unique: [['t']]"),
      /a singleton has no option 'unique'/,
    ],
    'deleted with another record': [
      single("r: reference('site', { onDelete: 'delete' })"),
      /field 'r': the record of a singleton stays; onDelete must be 'refuse' or 'detach'/,
    ],
    'allowed to be created': [
      single('t: text({ max: 9 })').replace('update: login', 'update: login, create: login'),
      /access of a singleton has no 'create'.*\(allowed: read, update, history, restore, drafts, publish\)/,
    ],
    'referred to': [
      single("r: reference('site')"),
      /field 'r' refers to 'site', which is a singleton, whose record needs no reference/,
    ],
  };
  for (const [mistake, [file, expected]] of Object.entries(mistakes))
    it(mistake, async () => assert.match(String(await refusal({ 'site.ts': file })), expected));
});

describe('an access rule that is', () => {
  const rest = 'create: login, update: login, delete: login';
  const mistakes: Readonly<Record<string, RegExp>> = {
    [`${ACCESS}, history: undefined`]: /access: 'history' is undefined; leave it out, or give it a value/,
    [`${ACCESS}, histroy: login`]:
      /collection 'thing': access has no 'histroy'; did you mean 'history'\? \(allowed: /,
    [`read: 'everyone', ${rest}`]: /access\.read: must be a rule such as everyone.*not 'everyone'/,
    [`read: permission, ${rest}`]: /access\.read: must be a rule such as.*not a function/,
    [`read: { level: 'publik' }, ${rest}`]: /access\.read: must be a rule/,
    [`read: { level: 'login', record: 'own' }, ${rest}`]:
      /access\.read: a rule has no option 'record'; did you mean 'records'\?/,
    [`read: anyOf(login, 'x'), ${rest}`]: /access\.read: must be a rule such as.*not 'x'/,
    [`read: anyOf(), ${rest}`]: /anyOf must name a rule/,
    'read: everyone, create: login, update: login': /access must say who may delete/,
    "read: permission('X', 'k'), create: permission('Y', 'k'), update: login, delete: login":
      /collection 'thing': the permission 'thing\.k' has two names, "X" and "Y"; give one of them another key/,
    [`read: permission('${'X'.repeat(61)}'), ${rest}`]:
      /access\.read: 'name' must be text, or text by language \(.*\), of at most 60 characters/,
    [`read: recordsWhere(everyone, { titel: 'x' }), ${rest}`]:
      /access: the rule for 'read' \(.*thing\.ts\): collection 'thing': a condition cannot be used at 'filter\.titel': it is not a.*; did you mean 'title'\?/,
    [`read: recordsWhere(everyone, { title: { start: 'x' } }), ${rest}`]:
      /at 'filter\.title\.start': it is not an operator; .*; did you mean 'starts'\?/,
    [`read: ownRecords(everyone), ${rest}`]:
      /collection 'thing': nobody owns what a stranger makes.*ownRecords\(login\)/,
    [`read: anyOf(ownRecords(everyone), superAdministrator), ${rest}`]: /nobody owns what a stranger makes/,
    [`read: recordsWhere(everyone, { title: {} }), ${rest}`]:
      /at 'filter\.title': it must be followed by one of eq/,
    [`read: recordsWhere(everyone, { create_time: new Date() }), ${rest}`]:
      /at 'filter\.create_time': it must be followed by one of eq/,
    [`read: recordsWhere(everyone, () => ({ title: {} })), ${rest}`]:
      /at 'filter\.title': it must be followed by one of eq/,
    [`read: recordsWhere(everyone, { or: {} }), ${rest}`]:
      /at 'filter\.or': it must be followed by a number counted from 0$/,
    [`read: recordsWhere(everyone, {}), ${rest}`]: /at 'filter': it must be followed by the name of a field$/,
    [`read: recordsWhere(everyone, { state: 'publishd' }), ${rest}`]:
      /a condition cannot be used at 'filter\.state\.eq': it must be one of draft, published/,
  };
  for (const [access, expected] of Object.entries(mistakes))
    it(access, async () => assert.match(String(await refusal({ 'thing.ts': withAccess(access) })), expected));
});

describe('a folder of definitions', () => {
  const good = withFields(GOOD_FIELDS);
  it('is refused where two share a name or a path, which are named', async () => {
    const said = await refusal({ 'one.ts': good, 'two.ts': good });
    assert.match(
      String(said),
      /two collections share the name 'thing': 'thing' \(.*one\.ts\) and 'thing' \(.*two\.ts\)/,
    );
    const paths = await refusal({ 'one.ts': good, 'two.ts': good.replace("name: 'thing'", "name: 'other'") });
    assert.match(
      String(paths),
      /two collections share the path '\/v1\/thing': 'thing' \(.*one\.ts\) and 'other' \(.*two\.ts\)/,
    );
  });
  it('is refused where permissions of two collections share a name, which are named', async () => {
    const shared = good.replaceAll('read: everyone', "read: permission('Keep', 'keep')");
    const said = await refusal({
      'one.ts': shared,
      'two.ts': shared.replace("name: 'thing'", "name: 'other'").replace("'/v1/thing'", "'/v1/other'"),
    });
    assert.match(
      String(said),
      /the permissions \w+\.keep and \w+\.keep share the name 'Keep'; give each a name of its own/,
    );
  });
  it('is refused where a label is too long for the module of a permission', async () => {
    const long = withAccess(`read: permission('Read'), create: login, update: login, delete: login`);
    const said = await refusal({
      'thing.ts': long.replace("'Thing'", "{ en: 'Thing', zh: '物'.repeat(51) }"),
    });
    assert.match(
      String(said),
      /collection 'thing': 'label' is the module of its permissions, so it must be .* of at most 50 characters/,
    );
  });
  it('is refused with all that is wrong with options at once', async () => {
    const said = String(
      await refusal({ 'thing.ts': withFields('a: text({ mx: 1 }), b: integer({ mni: 1 })') }),
    );
    assert.match(said, /'mx'[\s\S]*'max' is missing[\s\S]*'mni'/);
  });
  it('is refused where it holds none', async () => {
    assert.match(
      String(await refusal({})),
      /^CONTENT_DIR: the folder '.*' holds no collection definitions; allowed: /,
    );
  });
  it('starts a server where nothing is wrong', async () =>
    assert.equal(await refusal({ 'thing.ts': good }), undefined));
});

it('a start says which records it serves, and from which folder', async () => {
  const running = await start('greeting', { CONTENT_DIR: 'test/content/library' });
  await stop(running);
  assert.match(running.said(), /Collections .*\bnovel\b.*, from \/.*test\/content\/library\n/);
});
