// Takes long: a compiler reads a project with every mistake.
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { quire } from '../support/server-process.ts';
import { temporaryFolder } from '../support/test-database.ts';
import { compile } from './compiler.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const ACCESS = 'read: login, create: login, update: login, delete: login';
const collection = (fields: string, rest = `access: { ${ACCESS} }`) =>
  `defineCollection({ name: 'page', label: 'Page', path: '/v1/page', audit: 'full', fields: { ${fields} }, ${rest} });`;
const STATE = "title: text({ max: 9 }), state: choice(['draft', 'live'])";
const read = (rule: string) => collection(STATE, `access: { ${ACCESS.replace('login', rule)} }`);

const route = (rule: string, more: string) =>
  `defineRoute({ method: 'POST', path: '/v1/do', label: 'Do', module: 'Do', access: ${rule}, ${more} handle() {} });`;

// What the compiler says of a mistake: the reason, the word that was probably meant or what is allowed.
const mistakes: Readonly<Record<string, RegExp>> = {
  [collection('title: text({ max: 9, requird: true })')]:
    /'requird' does not exist.* mean to write 'required'/,
  [collection('seats: integer({ mni: 3 })')]: /'mni' does not exist in type 'IntegerOptions'/,
  [collection("state: choice(['a'], { defualt: 'a' })")]:
    /'defualt' does not exist.* mean to write 'default'/,
  [collection('price: decimal({ precision: 9, scale: 2, raed: login })')]:
    /'raed' does not exist in type 'DecimalOptions'/,
  [collection("title: text({ max: 9, required: true, default: '' })")]: /what is required needs no default/,
  [collection("tag: reference('tga')")]: /'"tga"' is not assignable.*"tag"/,
  [collection("tag: reference('tag', { ondelete: 'detach' })")]: /mean to write 'onDelete'/,
  [collection('id: text({ max: 9 })')]: /the name 'id' is the server's own/,
  [collection("title: text({ max: 9 }), slug: slug({ from: 'titel' })")]:
    /'titel' is no text field of this collection", "title"/,
  [collection(STATE, "uniqe: [['title']]")]: /'uniqe' does not exist.* mean to write 'unique'/,
  [collection(STATE, '')]: /Property 'access' is missing/,
  [collection(STATE, 'access: { read: login, create: login, update: login }')]:
    /Property 'delete' is missing/,
  [collection(STATE, `access: { ${ACCESS}, histroy: login }`)]: /mean to write 'history'/,
  [read("recordsWhere(login, { statsu: 'live' })")]: /there is no field 'statsu'".*"title" \| .*"state"/,
  [read("recordsWhere(login, { state: 'publishd' })")]: /'state' is never 'publishd'", "draft" \| "live"/,
  [read("recordsWhere(login, { state: { eqq: 'live' } })")]: /there is no operator 'eqq'".*"eq"/,
  [collection('firstName: text({ max: 9 })')]: /the name 'firstName' must be snake_case", "firstname"/,
  "defineSettings({ hold: setting.boolean({ initial: true, meaning: 'x' }) });":
    /a setting has a name such as SHOP_CURRENCY", "HOLD"/,
  [collection('constructor: text({ max: 9 })')]: /the name 'constructor' is the server's own/,
  'Type.String({ maxLenght: 9 });': /'maxLenght' does not exist.* mean to write 'maxLength'/,
  [route('login', 'params: Type.Object({ id: Type.Id() }),').replace('/do', '/do/:ident')]:
    /Refused<"'params' and the path name other parameters", "ident">/,
  [route('login', 'params: Type.Object({ id: Type.Id() }),')]: /'params' and the path name other parameters/,
  [route('login', 'body: Type.Object({}),').replace('POST', 'GET')]: /a GET has no body/,
  [route('login', 'rawBody: "bytes",').replace('POST', 'GET')]: /a GET has no body/,
  "defineRoute({ method: 'GET', path: '/v1/do/:id', label: 'Do', module: 'Do', access: login, answer: Type.Object({}), handle: ({ params }) => ({ a: params.ident }) });":
    /'ident' does not exist on type 'Readonly<Record<"id", string>>'/,
  [route('login', 'body: Type.Object({}), rawBody: "bytes",')]: /'undefined'/,
  [route('login', 'maxBytes: 9,')]: /'undefined'/,
  [route('login', 'isAtomic: true, rawBody: "stream",')]: /'false'/,
  [route('ownRecords(login)', '')]: /'RouteRule'/,
  [read('ownRecords(login)').replace("'full'", "'none'")]:
    /own records need an audit form that keeps the creator, not 'none'", "creation" \| "full"/,
  [collection(STATE, "access: { }, audit: 'ful'").replace("audit: 'full', ", '')]: /mean '"full"'/,
  [collection(STATE, `unique: [['titel']], access: { ${ACCESS} }`)]: /mean '"title"'/,
  [collection(STATE, `hooks: { beforeCrate() {} }, access: { ${ACCESS} }`)]: /mean to write 'beforeCreate'/,
  "referredBy('comment.artikel');": /'"comment.artikel"' is not assignable.*"comment.article"/,
  "defineMigration({ name: 'a', collection: 'tag', chnage: () => ({}) });":
    /'chnage' does not exist.* mean to write 'change'/,
  "defineMigration({ name: 'a', collection: 'tag', where: { nam: null }, change: () => ({}) });":
    /'nam' does not exist/,
  "defineFixture({ collection: 'article', key: 'body', records: [] });":
    /'"body"' is not assignable to type '"slug"'/,
  "defineFixture({ collection: 'tag', key: 'name', records: [{ nmae: 'x' }] });":
    /'nmae' does not exist in type '\{ readonly name: unknown; readonly slug\?: unknown; \}'/,
  "defineGroup({ name: 'Editors', permissions: ['article.delet'] });":
    /'"article.delet"' is not assignable.*mean '"article.delete"'/,
  "defineAccessTest({ people: { editor: ['Delete articles', 'article.delet'] }, statements: () => [] });":
    /there is no permission 'article.delet'/,
  [route("permission('Delete articles', 'article.delet')", '')]: /there is no permission 'article.delet'/,
  [route("anyOf(superAdministrator, permission('Delete articles', 'article.delet'))", '')]:
    /there is no permission 'article.delet'/,
  [read("recordsWhere(login, (actor) => (actor.permissions.has('article.delet') ? 'all' : 'own'))")]:
    /'"article.delet"' is not assignable/,
  "(await openTestApp()).person('article.delet');": /there is no permission 'article.delet'/,
};

describe('the compiler says of', async () => {
  const folder = temporaryFolder();
  cpSync('examples/blog/content', join(folder, 'content'), { recursive: true });
  const { ended, said } = await quire(['types'], 'none', { CONTENT_DIR: join(folder, 'content') });
  assert.equal(await ended, 0, said());
  const names =
    'anyOf, choice, decimal, defineAccessTest, defineFixture, defineGroup, defineMigration, defineCollection, defineRoute, defineSettings, integer, login, ownRecords, permission, reference, referredBy, recordsWhere, setting, slug, superAdministrator, text, Type';
  mkdirSync(join(folder, 'mistakes'));
  Object.keys(mistakes).forEach((mistake, place) => {
    writeFileSync(
      join(folder, `mistakes/m${place}.ts`),
      `import { ${names} } from 'quire-cms'; import { openTestApp } from 'quire-cms/testing';\n${mistake}\n`,
    );
  });
  const paths = {
    'quire-cms': [here('../../server/definitions/index.ts')],
    'quire-cms/testing': [here('../../server/entries/testing.ts')],
  };
  const compilerOptions = {
    ...{
      strict: true,
      noEmit: true,
      noErrorTruncation: true,
      target: 'esnext',
      module: 'nodenext',
      lib: ['esnext'],
    },
    ...{ types: ['node'], typeRoots: [here('../../node_modules/@types')], skipLibCheck: true },
    ...{ allowImportingTsExtensions: true, paths },
  };
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, include: ['*.d.ts', 'mistakes'] }),
  );
  const found = await compile(folder);
  Object.entries(mistakes).forEach(([mistake, expected], place) => {
    const start = `mistakes/m${place}.ts(2,`;
    // Lines that begin with a space go on with the message above.
    const told = found.split(/\n(?! )/).filter((one) => one.startsWith(start));
    it(mistake, () => assert.match(told.join('\n').replaceAll('\n', ' '), expected));
  });
});
