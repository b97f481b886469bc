import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { CannotStart } from '../../../server/errors.ts';
import { settingsFrom } from '../../../server/settings.ts';
import { openServer } from '../../../server/start.ts';
import { start, stop } from '../../support/server-process.ts';
import { temporaryFolder } from '../../support/test-database.ts';

// The mistakes that people make in definitions. Each stops the start, and is told with its file, its record, its field, the
// word that was probably meant, and what is allowed.

const IMPORTS = `import { anyOf, bigint, boolean, choice, date, dateTime, decimal, defineRecord, email, everyone, file, integer, json,
  login, longText, ownRows, permission, reference, references, richText, rowsWhere, slug, superAdministrator, text, url } from 'quire';`;
const GOOD_FIELDS = "title: text({ max: 20 }), state: choice(['draft', 'published'])";
const ACCESS = 'read: everyone, create: login, update: login, delete: login';

/** What a record of this content is refused with; undefined where it starts. */
async function refusal(files: Readonly<Record<string, string>>): Promise<string | undefined> {
  const folder = temporaryFolder();
  const contentDir = join(folder, 'content');
  mkdirSync(contentDir);
  for (const [name, source] of Object.entries(files)) writeFileSync(join(contentDir, name), source);
  const settings = settingsFrom({
    SAMPLE_DATA: 'true',
    QUIRE_SECRET: '0123456789abcdef0123456789abcdef',
    DATABASE_URL: `file:${join(folder, 'quire.db')}`,
  });
  try {
    const server = await openServer({ ...settings, contentDir, logLevel: 'silent' });
    await server.close();
    return undefined;
  } catch (error) {
    assert.ok(error instanceof CannotStart, String(error instanceof Error ? error.stack : error));
    return error.message;
  }
}

const record = (rest: string, name = 'thing') =>
  `${IMPORTS}\nexport default defineRecord({ name: '${name}', label: 'Thing', ${rest} });`;
const withFields = (fields: string) =>
  record(`audit: 'full', path: '/v1/thing', fields: { ${fields} }, access: { ${ACCESS} }`);
const withAccess = (access: string) =>
  record(`audit: 'full', path: '/v1/thing', fields: { ${GOOD_FIELDS} }, access: { ${access} }`);
const withOptions = (options: string) =>
  record(`audit: 'full', path: '/v1/thing', fields: { ${GOOD_FIELDS} }, access: { ${ACCESS} }, ${options}`);

describe('an option of a field that is', () => {
  const mistakes: Readonly<Record<string, RegExp>> = {
    // unknown
    "phone: text({ max: 20, raed: permission('See phones', 'phone') })":
      /thing\.ts.*record 'thing': field 'phone': text has no option 'raed'; did you mean 'read'\? \(allowed: .*read/,
    'name: text({ max: 10, requird: true })':
      /field 'name': text has no option 'requird'; did you mean 'required'\?/,
    "rating: decimal({ precision: 3, scale: 1, mni: '0.0' })":
      /field 'rating': decimal has no option 'mni'; did you mean 'min'\?.*precision, scale/,
    'n: integer({ mni: 3 })': /'n': integer has no option 'mni'; did you mean 'min'\?/,
    'n: bigint({ min: 3n, mxa: 4n })': /'n': bigint has no option 'mxa'; did you mean 'max'\?/,
    "c: choice(['a'], { defualt: 'a' })": /'c': choice has no option 'defualt'; did you mean 'default'\?/,
    "r: reference('thing', { ondelete: 'delete' })":
      /'r': reference has no option 'ondelete'; did you mean 'onDelete'\?/,
    "r: references('thing', { unique: true })": /'r': references has no option 'unique'/,
    'b: boolean({ indexd: true })': /'b': boolean has no option 'indexd'; did you mean 'indexed'\?/,
    'd: date({ defualt: 1 })': /'d': date has no option 'defualt'/,
    'd: dateTime({ mxa: 1 })': /'d': dateTime has no option 'mxa'; did you mean 'max'\?/,
    'e: email({ max: 1 })': /'e': email has no option 'max'/,
    "f: file({ acept: ['image/*'] })": /'f': file has no option 'acept'; did you mean 'accept'\?/,
    'j: json({ indexed: true })': /'j': json has no option 'indexed'/,
    't: longText({ unique: true })': /'t': longText has no option 'unique'/,
    "t: richText({ fromat: 'html' })": /'t': richText has no option 'fromat'; did you mean 'format'\?/,
    "s: slug({ form: 'title' })":
      /'s': slug has no option 'form'; did you mean 'from'\?[\s\S]*'s': 'from' is missing/,
    'u: url({ pattern: /x/ })': /'u': url has no option 'pattern'/,
    // missing or wrong
    't: text({})': /field 't': 'max' is missing; it must be a whole number from 1/,
    't: text()': /field 't': 'max' is missing/,
    "t: text({ max: '10' })": /field 't': 'max' must be a whole number from 1 to \d+, not '10'/,
    "t: text('10')": /field 't': the options of text must be an object, not '10'/,
    't: text({ max: 10, required: false })': /'required' must be true, or left out, not false/,
    "t: text({ max: 10, pattern: 'x' })": /'pattern' must be a regular expression/,
    "t: text({ max: 10, read: 'login' })": /'read' must be a rule for all rows: everyone, login/,
    't: text({ max: 10, read: ({}).staff })':
      /field 't': 'read' is undefined; leave it out, or give it a value/,
    't: text({ max: 10, read: permission })': /'read' must be a rule.*not a function/,
    "t: text({ max: 10, label: { fr: 'Nom' } })": /'label' must be text, or text by language \(zh, en\)/,
    'd: decimal({ scale: 2 })': /'precision' is missing/,
    'd: decimal({ precision: 5, scale: 2, min: 0.5 })': /'min' must be a decimal such as '19.90', not 0.5/,
    "d: dateTime({ min: '2026-01-01' })": /'min' must be a whole number from -8640000000000000/,
    "f: file({ accept: ['jpeg'] })":
      /'accept' must be a list of types such as image\/png or image\/\*, not \["jpeg"\]/,
    "r: references('genre', { onDelete: 'delete' })": /'onDelete' must be 'refuse' or 'detach', not 'delete'/,
    "r: reference({ onDelete: 'delete' })": /'r': the record that it refers to must be named first/,
    "c: choice('a', 'b')": /'c': the options of choice must be an object/,
    't: text({ max: 9, unique: true }), u: text({ max: 9, indexed: undefined })': /'indexed' is undefined/,
    "c: choice(['a', 'a'])": /'c': the choice 'a' stands there twice/,
    "c: choice(['draft'], { words: { darft: 'Draft' } })":
      /'words' names 'darft', which is no choice; did you mean 'draft'\?/,
    "d: date({ min: '2024-02-30' })": /'min' must be a date such as/,
    // contradictory
    'n: integer({ min: 5, max: 3 })': /'n': 'min' must not be above 'max'/,
    't: text({ min: 5, max: 3 })': /'t': 'min' must not be above 'max'/,
    "t: text({ max: 9, required: true, default: '' })": /'required' and 'default' exclude each other/,
    "r: reference('thing', { required: true, onDelete: 'detach' })": /'required' excludes onDelete: 'detach'/,
    "d: decimal({ precision: 5, scale: 2, min: '9.5', max: '9.25' })": /'min' must not be above 'max'/,
    "d: decimal({ precision: 5, scale: 2, min: '0.001' })": /'min' does not fit precision 5 and scale 2/,
    'd: dateTime({ min: 2, max: 1 })': /'min' must not be above 'max'/,
    'd: decimal({ precision: 2, scale: 3 })': /'scale' must not be above 'precision'/,
    "c: choice(['a'], { default: 'b' })": /field 'c': bad default, it must be one of a$/,
    // no field, or a name that cannot be one
    "t: 'text'": /field 't': must be a field such as text\(\{ max: 50 \}\), not 'text'/,
    't: text': /field 't': must be a field such as text\(\{ max: 50 \}\), not a function/,
    't: undefined': /field 't': must be a field/,
    'id: integer()': /field 'id': this name is the server's own/,
    "r: reference('flim')": /record 'thing' \(.*thing\.ts\): field 'r' refers to 'flim', which is no record/,
    "r: reference('thnig')": /field 'r' refers to 'thnig', which is no record; did you mean 'thing'\?/,
    "title: text({ max: 9 }), s: slug({ from: 'titel' })":
      /field 's': it is made from 'titel', which is no text field; did you mean 'title'\?/,
  };
  for (const [fields, expected] of Object.entries(mistakes))
    it(fields, async () => assert.match(String(await refusal({ 'thing.ts': withFields(fields) })), expected));
});

describe('an option of a record that is', () => {
  const mistakes: Readonly<Record<string, RegExp>> = {
    "uniqe: [['title']]":
      /thing\.ts.*record 'thing': a record has no option 'uniqe'; did you mean 'unique'\? \(allowed: /,
    "indices: [['title']]": /a record has no option 'indices'; did you mean 'indexes'\?/,
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
      /record 'thing' \(.*thing\.ts\): a sample cannot be kept \(.*title must have at most 20/,
    "titleField: 'titel'": /titleField names 'titel', which is no field; did you mean 'title'\?/,
    "samples: [{ titel: 'x' }]": /samples name 'titel', which is no field; did you mean 'title'\?/,
    'hooks: { beforeCrate() {} }':
      /there is no hook 'beforeCrate'; did you mean 'beforeCreate'\? \(allowed: /,
    "hooks: { beforeCreate: 'x' }": /hook 'beforeCreate' is no function/,
    'isFollowed: false': /'isFollowed' must be true, or left out/,
    "renamedFrom: 'Old Thing'": /'renamedFrom' must be what it is renamed from/,
  };
  for (const [options, expected] of Object.entries(mistakes))
    it(options, async () =>
      assert.match(String(await refusal({ 'thing.ts': withOptions(options) })), expected),
    );
  const whole: Readonly<Record<string, readonly [source: string, expected: RegExp]>> = {
    "audit: 'ful'": [
      record(`audit: 'ful', fields: { ${GOOD_FIELDS} }`),
      /'audit' must be 'full' or 'creation' or 'none', not 'ful'/,
    ],
    'no audit': [record(`fields: { ${GOOD_FIELDS} }`), /'audit' is missing/],
    'no fields': [record(`audit: 'full'`), /'fields' is missing/],
    'fields as a list': [record(`audit: 'full', fields: ['title']`), /'fields' must be an object/],
    "path: 'thing'": [
      record(`audit: 'full', path: 'thing', fields: { ${GOOD_FIELDS} }, access: { ${ACCESS} }`),
      /'path' must be a path such as \/v1\/book, without a slash at its end, not 'thing'/,
    ],
    "path: '/v1/thing/'": [
      record(`audit: 'full', path: '/v1/thing/', fields: { ${GOOD_FIELDS} }, access: { ${ACCESS} }`),
      /'path' must be a path/,
    ],
    "path: '/cms/user'": [
      record(`audit: 'full', path: '/cms/user', fields: { ${GOOD_FIELDS} }, access: { ${ACCESS} }`),
      /thing\.ts: record 'thing': the path '\/cms\/user' lies among the server's own; take one such as \/v1\/thing/,
    ],
    "name: 'quire_thing'": [
      record(`audit: 'full', fields: { ${GOOD_FIELDS} }`, 'quire_thing'),
      /thing\.ts: record 'quire_thing': names that begin with 'quire_' are the server's own/,
    ],
    "name: 'Thing'": [
      record(`audit: 'full', fields: { ${GOOD_FIELDS} }`, 'Thing'),
      /'name' must be snake_case/,
    ],
    'no access': [
      record(`audit: 'full', path: '/v1/thing', fields: { ${GOOD_FIELDS} }`),
      /who may use it \(access\)/,
    ],
    'no import': [
      record(`audit: 'full', fields: { ${GOOD_FIELDS} }`).replace(' choice,', ''),
      /thing\.ts:\d+ cannot be read as a definition: choice is not defined; import \{ choice \} from 'quire'/,
    ],
    'a misspelt import': [
      `import { definRecord } from 'quire';\nexport default definRecord({});`,
      /thing\.ts:\d+ .*export named 'definRecord'; did you mean 'defineRecord'\?/,
    ],
    'no syntax': [
      `${IMPORTS}\nexport default defineRecord({\n  name: );`,
      /thing\.ts:\d+ cannot be read as a definition: /,
    ],
    'an enum': [`enum State { Draft }\n${record(`audit: 'full'`)}`, /thing\.ts:1 .*enum is not supported/],
    'no default export': [
      'export const thing = 1;',
      /thing\.ts must export one defineRecord\(…\) or defineSingleton\(…\) as its default/,
    ],
    'no name': [
      `${IMPORTS}\nexport default defineRecord({ label: 'Thing', audit: 'full', fields: { ${GOOD_FIELDS} } });`,
      /record '\?': 'name' is missing; it must be snake_case/,
    ],
    'nothing at all': [
      `${IMPORTS}\nexport default defineRecord();`,
      /the options of a record must be an object/,
    ],
  };
  for (const [name, [source, expected]] of Object.entries(whole))
    it(name, async () => assert.match(String(await refusal({ 'thing.ts': source })), expected));
});

describe('a singleton that is', () => {
  const single = (fields: string, rest = '') =>
    `${IMPORTS.replace('defineRecord', 'defineSingleton')}
export default defineSingleton({ name: 'site', label: 'Site', audit: 'full', path: '/v1/site', fields: { ${fields} }, access: { read: everyone, update: login }${rest} });`;
  const mistakes: Readonly<Record<string, readonly [string, RegExp]>> = {
    'without a default for what must be there': [
      single('t: text({ max: 9, required: true })'),
      /record 'site': field 't': a singleton begins with its defaults; give it a 'default'/,
    ],
    'told to be unique': [
      single('t: text({ max: 9 })', ", unique: [['t']]"),
      /a singleton has no option 'unique'/,
    ],
    'deleted with another row': [
      single("r: reference('site', { onDelete: 'delete' })"),
      /field 'r': the row of a singleton stays; onDelete must be 'refuse' or 'detach'/,
    ],
    'allowed to be created': [
      single('t: text({ max: 9 })').replace('update: login', 'update: login, create: login'),
      /access of a singleton has no 'create'.*\(allowed: read, update, history, restore\)/,
    ],
    'referred to': [
      single("r: reference('site')"),
      /field 'r' refers to 'site', which is a singleton, whose row needs no reference/,
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
      /record 'thing': access has no 'histroy'; did you mean 'history'\? \(allowed: /,
    [`read: 'everyone', ${rest}`]: /access\.read: must be a rule such as everyone.*not 'everyone'/,
    [`read: permission, ${rest}`]: /access\.read: must be a rule such as.*not a function/,
    [`read: { level: 'publik' }, ${rest}`]: /access\.read: must be a rule/,
    [`read: { level: 'login', row: 'own' }, ${rest}`]:
      /access\.read: a rule has no option 'row'; did you mean 'rows'\?/,
    [`read: anyOf(login, 'x'), ${rest}`]: /access\.read: must be a rule such as.*not 'x'/,
    [`read: anyOf(), ${rest}`]: /anyOf must name a rule/,
    'read: everyone, create: login, update: login': /access must say who may delete/,
    "read: permission('X', 'k'), create: permission('Y', 'k'), update: login, delete: login":
      /record 'thing': the permission 'thing\.k' has two names, "X" and "Y"; give one of them another key/,
    [`read: rowsWhere(everyone, { titel: 'x' }), ${rest}`]:
      /access: the rule for 'read' \(.*thing\.ts\): record 'thing': a condition cannot be used at 'filter\.titel': it is not a.*; did you mean 'title'\?/,
    [`read: rowsWhere(everyone, { title: { start: 'x' } }), ${rest}`]:
      /at 'filter\.title\.start': it is not an operator; .*; did you mean 'starts'\?/,
    [`read: rowsWhere(everyone, {}), ${rest}`]: /at 'filter': it must be followed by the name of a field$/,
    [`read: rowsWhere(everyone, { state: 'publishd' }), ${rest}`]:
      /a condition cannot be used at 'filter\.state\.eq': it must be one of draft, published/,
  };
  for (const [access, expected] of Object.entries(mistakes))
    it(access, async () => assert.match(String(await refusal({ 'thing.ts': withAccess(access) })), expected));
});

describe('of the folder', () => {
  const good = withFields(GOOD_FIELDS);
  it('files that share a name or a path are named', async () => {
    const said = await refusal({ 'one.ts': good, 'two.ts': good });
    assert.match(
      String(said),
      /two records share the name 'thing': 'thing' \(.*one\.ts\) and 'thing' \(.*two\.ts\)/,
    );
    const paths = await refusal({ 'one.ts': good, 'two.ts': good.replace("name: 'thing'", "name: 'other'") });
    assert.match(
      String(paths),
      /two records share the path '\/v1\/thing': 'thing' \(.*one\.ts\) and 'other' \(.*two\.ts\)/,
    );
  });
  it('all that is wrong with options is told at once', async () => {
    const said = String(
      await refusal({ 'thing.ts': withFields('a: text({ mx: 1 }), b: integer({ mni: 1 })') }),
    );
    assert.match(said, /'mx'[\s\S]*'max' is missing[\s\S]*'mni'/);
  });
  it('none without definitions is taken', async () => {
    assert.match(
      String(await refusal({})),
      /^CONTENT_DIR: the folder '.*' holds no record definitions; allowed: /,
    );
  });
  it('a good one starts', async () => assert.equal(await refusal({ 'thing.ts': good }), undefined));
});

it('a start says which records it serves, and from which folder', async () => {
  const running = await start('greeting', { CONTENT_DIR: 'test/content/library' });
  await stop(running);
  assert.match(running.said(), /Records {4}.*\bnovel\b.*, from \/.*test\/content\/library\n/);
});
