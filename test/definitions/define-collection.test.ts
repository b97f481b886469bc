import assert from 'node:assert/strict';
import { test } from 'node:test';
import { soundDefinitions } from '../../server/definitions/checks/sound-references.ts';
import {
  anyOf,
  choice,
  date,
  defineCollection,
  everyone,
  file,
  group,
  integer,
  list,
  login,
  loginUnlessOff,
  longText,
  ownRecords,
  permission,
  reference,
  references,
  superAdministrator,
  text,
} from '../../server/definitions/index.ts';
import { Mistakes } from '../../server/shared/mistakes.ts';

const plain = { label: 'Book', audit: 'full', fields: { title: text({ max: 9, default: '' }) } } as const;
const access = { read: everyone, create: login, update: login, delete: permission('Delete books') };

function refused(reason: RegExp, source: object): void {
  assert.throws(() => defineCollection({ name: 'book', ...plain, ...source } as never), reason);
}

test('a collection must have a snake_case name of at most 40 characters', () => {
  for (const name of [
    '',
    'Book',
    '1book',
    'bo-ok',
    'bo ok',
    'book"',
    'book\n',
    '_book',
    '书',
    'b'.repeat(41),
  ])
    refused(/snake_case/, { name });
  assert.equal(defineCollection({ name: 'b'.repeat(40), ...plain }).name.length, 40);
});

test('a preview page has an address of its own host, with placeholders of drafts behind it', () => {
  const drafted = { path: '/v1/book', access, drafts: true };
  const preview = (url: string) => ({ ...drafted, preview: { url } });
  for (const url of [
    '/books/{title}',
    'ftp://site.example/{id}',
    'https://{title}.example/',
    'https://{id}',
    'https://a@site.example/',
    'https://*.example/{id}',
    'https://site.example;script-src/{id}',
    "https://'site/{id}",
    'https://site.example/{',
    'https://site.example/{title',
  ])
    refused(/preview.*must be \{ url \}/, preview(url));
  refused(/preview.*must be \{ url \}/, { ...drafted, preview: { url: 'https://site.example/', path: 'x' } });
  refused(/preview names 'titel' \(allowed: id, token, title\)/, preview('https://site.example/{titel}'));
  refused(/preview names 'token' \(allowed: id, title\)/, {
    ...{ path: '/v1/book', access },
    preview: { url: 'https://site.example/{title}?{token}' },
  });
  refused(/preview names 'locale' \(allowed: id, token, title\)/, preview('https://site.example/{locale}'));
  refused(/preview names 'note'/, {
    ...preview('https://site.example/{note}'),
    fields: { ...plain.fields, note: text({ max: 9, default: '', read: login }) },
  });
  refused(/preview names 'tags' \(allowed: id, token, title\)/, {
    ...preview('https://site.example/{tags}'),
    fields: { ...plain.fields, tags: list(text({ max: 9 })) },
  });
  for (const url of [
    'https://site.example',
    'http://localhost:3000/{title}/{id}#{token}',
    'https://[::1]:8080/{id}',
    'https://例え.jp/{id}',
    'https://site.example/?slug={title}',
  ]) {
    const { presentation } = defineCollection({ name: 'book', ...plain, ...preview(url) } as never);
    assert.equal(presentation.preview?.url, url);
  }
});

test('what a definition says for people names fields that it has, each once', () => {
  refused(/titleField names 'titel', which is no field; did you mean 'title'\?/, { titleField: 'titel' });
  refused(/columns names 'titel', which is no field; did you mean 'title'\?/, { columns: ['titel'] });
  refused(/columns names 'delete_time', which is no field/, { columns: ['delete_time'] });
  refused(/columns name twice 'title'/, { columns: ['title', 'title'] });
  refused(/a group of fields has no option 'lable'; did you mean 'label'\?/, {
    groups: [{ name: 'a', lable: 'A', fields: ['title'] }],
  });
  refused(/groups names 'titel', which is no field; did you mean 'title'\?/, {
    groups: [{ name: 'a', label: 'A', fields: ['titel'] }],
  });
  refused(/'aside' must be true, or left out/, {
    groups: [{ name: 'a', label: 'A', fields: ['title'], aside: 'yes' }],
  });
  refused(/groups name twice the field 'title'/, {
    groups: [
      { name: 'a', label: 'A', fields: ['title'] },
      { name: 'b', label: 'B', fields: ['title'] },
    ],
  });
  refused(/two groups have the name 'a'/, {
    groups: [
      { name: 'a', label: 'A', fields: ['title'] },
      { name: 'a', label: 'B', fields: ['title'] },
    ],
  });
  refused(/titleField names 'pages', which is no short text/, {
    fields: { pages: integer() },
    titleField: 'pages',
  });
  refused(/a collection has no option 'title_field'; did you mean 'titleField'\?/, { title_field: 'title' });
  refused(/'help' must be text/, { help: 1 });
});

test('a view names fields that suit it, and has no other options than saved views', () => {
  const fields = {
    title: text({ max: 9, default: '' }),
    picture: file(),
    state: choice(['new', 'old']),
    pin: choice(['a', 'b'], { secret: true }),
    starts: date(),
    parts: list(text({ max: 9 })),
  };
  const views = (view: object, more: object = {}) => ({
    fields,
    ...more,
    views: { one: { label: 'One', ...view } },
  });
  for (const [view, reason] of [
    [{ label: undefined }, /views\.one: 'label' is missing|'label' is undefined/],
    [
      { lable: 'One' },
      /views\.one: a view has no option 'lable'; did you mean 'label'\? \(allowed: label, isFirst, kind/,
    ],
    [
      { kind: 'bord' },
      /views\.one: 'kind' must be 'table' or 'tree' or 'gallery' or 'board' or 'calendar' or 'map'/,
    ],
    [
      { kind: 'board' },
      /views\.one: 'by' is missing; a board is by a field of the kind choice \(allowed: state\)/,
    ],
    [{ kind: 'board', by: 'pin' }, /views\.one: by names 'pin'.*\(allowed: state\)/],
    [
      { kind: 'calendar', by: 'stars' },
      /by names 'stars'; did you mean 'starts'\?; a calendar is by .*date-time or date/,
    ],
    [{ kind: 'calendar', by: 'publish_time' }, /by names 'publish_time'.*\(allowed: starts\)/],
    [
      { kind: 'gallery', by: 'title' },
      /a gallery is by a field of the kind file or files \(allowed: picture\)/,
    ],
    [{ kind: 'map', by: 'title' }, /a map is by a field of the kind point \(allowed: it has none\)/],
    [{ kind: 'tree' }, /'tree' needs a collection that is a tree/],
    [{ by: 'state' }, /'by' is for the kinds gallery, board, calendar, map, not for 'table'/],
    [{ sort: '-titel' }, /sort names 'titel', which is no field; did you mean 'title'\?/],
    [{ sort: 'title, id' }, /'sort' must be fields to sort by/],
    [{ columns: ['titel'] }, /columns names 'titel', which is no field/],
    [{ columns: ['title', 'title'] }, /columns name a field twice/],
    [{ filter: { titel: 'a' } }, /filter names 'titel', which is no field; did you mean 'title'\?/],
    [{ filter: { or: [{ titel: 'a' }] } }, /filter names 'titel'/],
    [{ filter: { or: 'a' } }, /filter: 'or' must be a list of conditions/],
    [{ filter: { not: { title: 'a' } } }, /filter names 'not', which is no field/],
    [{ filter: { parts: { eq: 'a' } } }, /filter names 'parts', whose values hold fields/],
    [{ filter: { title: { in: ['a,b'] } } }, /filter: 'title' has what no list shows/],
    [{ filter: { title: '' } }, /filter: 'title' has what no list shows/],
    [{ isFirst: false }, /'isFirst' must be true, or left out/],
  ] as const)
    refused(reason, views(view));
  refused(/views\.One: the name must be snake_case/, { views: { One: { label: 'One' } } });
  refused(/a list begins with one view, not with a and b/, {
    views: { a: { label: 'A', isFirst: true }, b: { label: 'B', isFirst: true } },
  });
  const drafted = views({ kind: 'calendar', by: 'publish_time' }, { path: '/v1/book', access, drafts: true });
  assert.doesNotThrow(() => defineCollection({ name: 'book', ...plain, ...drafted } as never));
});

test('a field must have a snake_case name', () => {
  for (const name of ['Title', 'ti-tle', 'ti tle', 'title"', '__proto__x'])
    refused(/snake_case/, { fields: { [name]: integer() } });
});

test('a collation must name a language, of a text that lists are sorted by', () => {
  const title = (options: object) => ({ fields: { title: text({ max: 50, ...options } as never) } });
  for (const collation of ['xx', 'Deutsch', '', 'de_DE', true, 7])
    refused(/collation.*must be a language that Intl\.Collator knows/, title({ collation }));
  refused(/secret, so nobody sorts by it/, title({ collation: 'de', secret: true }));
  refused(/more than 10000 characters, so 'collation'/, title({ collation: 'de', max: 10_001 }));
  refused(/sorted by parts of a value/, {
    fields: { place: group({ title: text({ max: 5, collation: 'de' }) }) },
  });
  const four = Object.fromEntries(
    ['a', 'b', 'c', 'd'].map((name) => [name, text({ max: 9, collation: 'de' })]),
  );
  refused(/a-key,b-key,c-key,d-key is too wide/, { fields: four, indexes: [['a', 'b', 'c', 'd']] });
  for (const collation of ['de', 'und', 'zh-u-co-stroke', 'en-u-kn'])
    assert.doesNotThrow(() => defineCollection({ name: 'book', ...plain, ...title({ collation }) } as never));
});

test('a field must not have the name of a property that every object has', () => {
  refused(/'book'.*'constructor'.*every JavaScript object/, { fields: { constructor: integer() } });
});

test('the names of the id and of the audit fields are reserved under every audit form', () => {
  for (const audit of ['full', 'creation', 'none'])
    for (const name of ['id', 'create_time', 'update_user_id', 'delete_time', 'is_deleted'])
      refused(new RegExp(`'book'.*'${name}'`), { audit, fields: { [name]: integer() } });
});

test('a field and a collection must have had snake_case names', () => {
  refused(/'title'.*renamed from.*snake_case/, {
    fields: { title: integer({ renamedFrom: ['a', 'old"'] }) },
  });
  refused(/'book': 'renamedFrom' must be what it is renamed from.*snake_case/, { renamedFrom: 'Old' });
});

test('a rule of a field may be any of several rules, for some records as well', () => {
  const titled = (read: object, audit = 'full') => ({
    audit,
    fields: { title: text({ max: 9, read } as never) },
  });
  refused(/own records need an audit form/, titled(anyOf(superAdministrator, ownRecords(login)), 'none'));
  refused(/nobody owns what a stranger makes/, titled(ownRecords(everyone as never)));
  const problem = /field 'place': it places other records too, so its read rule holds for all records/;
  refused(problem, { fields: { place: reference('book', { tree: true, read: ownRecords(login) }) } });
  const read = anyOf(superAdministrator, permission('See titles', 'titles'), ownRecords(login));
  const fields = { title: text({ max: 9, read }) };
  assert.ok(defineCollection({ name: 'book', label: 'Book', audit: 'full', fields }).readRules.has('title'));
});

test('an index must be of fields that the collection has, and of such as are kept with a bound', () => {
  refused(/index names 'titel'/, { indexes: [['titel']] });
  refused(/index names 'toString'/, { unique: [['title', 'toString']] });
  refused(/index over tags cannot be: the values of 'tags' have no length limit, like all lists/, {
    fields: { tags: references('tag') },
    indexes: [['tags']],
  });
  refused(/index over title,body cannot be: the values of 'body' have no length limit/, {
    fields: { title: text({ max: 5 }), body: longText() },
    unique: [['title', 'body']],
  });
  const short = { a: text({ max: 5 }), b: text({ max: 5 }), c: text({ max: 5 }), d: text({ max: 5 }) };
  const long = { url: text({ max: 560 }) };
  refused(/index over a,b,c,d,url is too wide/, {
    fields: { ...short, ...long },
    indexes: [['a', 'b', 'c', 'd', 'url']],
  });
  refused(/index over url,more is too wide/, {
    fields: { ...long, more: text({ max: 100 }) },
    indexes: [['url', 'more']],
  });
});

test('a default that its own field refuses is refused', () => {
  refused(/title.*bad default/, { fields: { title: text({ max: 2, default: 'abc' }) } });
  refused(/state.*bad default/, { fields: { state: choice(['a'], { default: 'b' as 'a' }) } });
});

test('a served collection must declare who may use it', () => {
  refused(/access/, { path: '/v1/book' });
  assert.equal(defineCollection({ name: 'book', ...plain, path: '/v1/book', access }).path, '/v1/book');
});

test('own records need an audit form that keeps the creator', () => {
  const own = { ...access, update: ownRecords(login) };
  refused(/creator/, { audit: 'none', access: own });
  for (const audit of ['full', 'creation'] as const)
    assert.deepEqual(defineCollection({ name: 'book', ...plain, audit, access: own }).access?.update, {
      level: 'login',
      records: 'own',
    });
});

test('a permission gets its key from the collection and its module from the label', () => {
  assert.deepEqual(defineCollection({ name: 'book', ...plain, access }).access?.delete, {
    level: 'permission',
    permission: { key: 'book.delete', name: 'Delete books', module: 'Book' },
  });
});

test('the columns are the id, the fields, and what the audit form adds, in this order', () => {
  const columnsOf = (audit: 'full' | 'creation' | 'none') =>
    Object.keys(defineCollection({ name: 'book', ...plain, audit }).columns);
  assert.deepEqual(columnsOf('none'), ['id', 'title']);
  assert.deepEqual(columnsOf('creation'), ['id', 'title', 'create_time', 'create_user_id']);
  assert.equal(columnsOf('full').at(-1), 'is_deleted');
  assert.equal(columnsOf('full').length, 9);
});

test('hooks are known by name, are functions, and fit the audit form', () => {
  refused(/no hook 'beforeInsert'.*beforeCreate/, { hooks: { beforeInsert() {} } });
  refused(/'afterCommit' is no function/, { hooks: { afterCommit: 'x' } });
  refused(/'beforePurge'.*trash/, { audit: 'creation', hooks: { beforePurge() {} } });
  const hooks = { beforeCreate: () => undefined, afterCommit: () => undefined };
  const defined = defineCollection({ name: 'book', ...plain, audit: 'none', hooks }).hooks;
  assert.deepEqual(Object.keys(defined ?? {}), ['beforeCreate', 'afterCommit']);
  assert.deepEqual(defined?.beforeCreate, [{ plugin: undefined, run: hooks.beforeCreate }]);
});

test('own records that a setting could open to everybody are refused', () => {
  const define = () =>
    defineCollection({
      name: 'note',
      label: 'Note',
      path: '/v1/note',
      audit: 'full',
      fields: {},
      access: {
        // @ts-expect-error definitions may be written without types
        read: ownRecords(loginUnlessOff('NOTE_LOGIN_REQUIRED')),
        create: login,
        update: login,
        delete: login,
      },
    });
  assert.throws(define, /collection 'note': own records cannot be switched to public/);
});

test('a reference to nothing is refused, with the name that was meant', () => {
  for (const [target, meant] of [
    ['users', /did you mean 'user'\?/],
    ['boks', /did you mean 'book'\?/],
    ['file', /file\(\) and files\(\)/],
    ['quire_files', /file\(\) and files\(\)/],
  ] as const) {
    const mistakes = new Mistakes();
    const fields = { title: text({ max: 5 }), to: reference(target) };
    soundDefinitions([defineCollection({ name: 'book', ...plain, audit: 'none', fields })], mistakes);
    assert.throws(() => mistakes.throwIfAny(), meant);
  }
});
