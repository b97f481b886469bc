// What a Strapi 5 holds, in the forms in which it was seen to answer and to export.

const localised = { pluginOptions: { i18n: { localized: true } } };
export const schemas = [
  {
    uid: 'api::article.article',
    kind: 'collectionType',
    info: { singularName: 'article', pluralName: 'articles', displayName: 'Article' },
    options: { draftAndPublish: true },
    ...localised,
    attributes: {
      title: { type: 'string', required: true, maxLength: 100, ...localised },
      slug: { type: 'uid', targetField: 'title' },
      body: { type: 'blocks', ...localised },
      notes: { type: 'text', private: true },
      price: { type: 'decimal' },
      big: { type: 'biginteger' },
      isOpen: { type: 'boolean', required: true, default: false },
      kind: { type: 'enumeration', enum: ['news', 'story'], default: 'news' },
      secret: { type: 'password' },
      cover: { type: 'media', multiple: false },
      gallery: { type: 'media', multiple: true },
      author: {
        type: 'relation',
        relation: 'manyToOne',
        target: 'api::author.author',
        inversedBy: 'articles',
      },
      related: { type: 'relation', relation: 'oneToMany', target: 'api::article.article' },
      owner: { type: 'relation', relation: 'oneToOne', target: 'plugin::users-permissions.user' },
      anything: { type: 'relation', relation: 'morphToMany' },
      sections: { type: 'dynamiczone', components: ['shared.quote', 'shared.seo'], ...localised },
      seo: { type: 'component', component: 'shared.seo', repeatable: true },
    },
  },
  {
    uid: 'api::author.author',
    kind: 'collectionType',
    info: { singularName: 'author', pluralName: 'authors', displayName: 'Author' },
    options: { draftAndPublish: false },
    attributes: {
      name: { type: 'string', required: true, unique: true },
      articles: {
        type: 'relation',
        relation: 'oneToMany',
        target: 'api::article.article',
        mappedBy: 'author',
      },
      steps: { type: 'component', component: 'shared.step' },
    },
  },
  {
    uid: 'shared.step',
    info: { displayName: 'Step' },
    attributes: { name: { type: 'string' }, next: { type: 'component', component: 'shared.step' } },
  },
  {
    uid: 'api::home.home',
    kind: 'singleType',
    info: { singularName: 'home', pluralName: 'homes', displayName: 'Home page' },
    options: { draftAndPublish: true },
    ...localised,
    attributes: { motto: { type: 'string', required: true, ...localised } },
  },
  {
    uid: 'shared.quote',
    info: { displayName: 'Quote' },
    attributes: { title: { type: 'text' }, words: { type: 'text', required: true } },
  },
  {
    uid: 'shared.seo',
    info: { displayName: 'Seo' },
    attributes: {
      title: { type: 'string' },
      image: { type: 'media', multiple: false },
      internal: { type: 'string', private: true },
    },
  },
  { uid: 'plugin::other.thing', kind: 'collectionType', info: {}, options: {}, attributes: {} },
  { uid: 'plugin::upload.file', kind: 'collectionType', info: {}, options: {}, attributes: {} },
];

const times = { createdAt: '2021-02-03T04:05:06.000Z', updatedAt: '2022-02-03T04:05:06.000Z' };
const text = (words: string) => [
  { type: 'paragraph', children: [{ type: 'text', text: words, bold: true }] },
];
interface Entity {
  readonly type: string;
  readonly id: number;
  readonly data: Record<string, unknown>;
}
const article = (
  id: number,
  documentId: string,
  [locale, isPublished]: readonly [string, boolean],
  data: object,
): Entity => ({
  type: 'api::article.article',
  id,
  data: {
    documentId,
    locale,
    publishedAt: isPublished ? times.updatedAt : null,
    ...times,
    isOpen: false,
    ...data,
  },
});
const first = {
  ...{ price: 19.9, big: '9007199254740993', isOpen: true, kind: 'story', notes: 'For us', secret: 'a-hash' },
  seo: [{ id: 1, title: 'One', internal: 'Not for readers' }],
};
export const entities: readonly Entity[] = [
  article(1, 'aaa', ['en', false], {
    title: 'First, changed',
    slug: 'first',
    body: text('<Bold>'),
    ...first,
  }),
  article(2, 'aaa', ['de', false], {
    ...{ title: 'Erster', slug: 'erster', ...first },
    sections: [
      { id: 1, __component: 'shared.quote', title: 'Q', words: 'Said' },
      { id: 2, __component: 'shared.seo', title: 'S' },
    ],
  }),
  article(3, 'aaa', ['en', true], { title: 'First', slug: 'first', body: text('<Bold>'), ...first }),
  article(4, 'bbb', ['en', false], { title: 'Second', slug: 'second' }),
  article(5, 'bbb', ['en', true], { title: 'Second', slug: 'second' }),
  article(6, 'ccc', ['en', false], { title: 'Third', slug: 'third', price: 1.999 }),
  article(7, 'ddd', ['de', false], { title: 'Vierter', slug: 'vierter' }),
  ...['Mei', 'Jo'].map((name, at) => ({
    type: 'api::author.author',
    id: at + 1,
    data: { documentId: `author-${at + 1}`, locale: null, publishedAt: times.createdAt, ...times, name },
  })),
  ...[
    { locale: 'en', publishedAt: times.createdAt, motto: 'Ever on' },
    { locale: 'en', publishedAt: null, motto: 'Ever on, soon' },
    { locale: 'de', publishedAt: times.createdAt, motto: 'Immer weiter' },
  ].map((data, at) => ({
    type: 'api::home.home',
    id: at + 1,
    data: { documentId: 'home', ...times, ...data },
  })),
  ...['en', 'de'].map((code, at) => ({
    type: 'plugin::i18n.locale',
    id: at + 1,
    data: { documentId: code, code },
  })),
  ...['tree', 'rock'].map((name, at) => ({
    type: 'plugin::upload.file',
    id: at + 1,
    data: {
      documentId: name,
      name: `${name}.png`,
      alternativeText: at === 0 ? 'A tree' : null,
      ...{ hash: `${name}_1`, ext: '.png', url: `/uploads/${name}_1.png`, provider: 'local' },
    },
  })),
  ...[
    { name: 'Writers', type: 'writers' },
    { name: 'Public', type: 'public' },
  ].map((data, at) => ({
    type: 'plugin::users-permissions.role',
    id: at + 1,
    data: { documentId: data.type, description: '', ...data },
  })),
  ...['ann', 'bob'].map((username, at) => ({
    type: 'plugin::users-permissions.user',
    id: at + 1,
    data: {
      documentId: username,
      ...{
        username,
        email: `${username}@site.example`,
        password: 'a-hash',
        confirmed: true,
        blocked: at === 1,
      },
    },
  })),
];

const basic = (type: string, [ref, field]: readonly [number, string], to: string, ...refs: number[]) =>
  refs.map((one, at) => ({
    kind: type === to ? 'relation.circular' : 'relation.basic',
    relation: 'manyToOne',
    left: { type, ref, field, pos: at + 1 },
    right: { type: to, ref: one },
  }));
const shown = (file: number, type: string, [ref, field]: readonly [number, string], pos: number) => ({
  kind: 'relation.morph',
  relation: 'morphToMany',
  left: { type: 'plugin::upload.file', field: 'related', ref: file },
  right: { ref, pos, type, field },
});
const ARTICLE = 'api::article.article';
export const links = [
  ...[1, 3].flatMap((id) => basic(ARTICLE, [id, 'author'], 'api::author.author', 2)),
  ...basic(ARTICLE, [2, 'author'], 'api::author.author', 1),
  ...basic(ARTICLE, [1, 'related'], ARTICLE, 6, 4),
  ...basic(ARTICLE, [1, 'owner'], 'plugin::users-permissions.user', 1),
  ...basic('plugin::users-permissions.user', [1, 'role'], 'plugin::users-permissions.role', 1),
  ...[1, 3].map((id) => shown(1, ARTICLE, [id, 'cover'], 1)),
  shown(1, ARTICLE, [1, 'gallery'], 2),
  shown(2, ARTICLE, [1, 'gallery'], 1),
  shown(2, 'shared.seo', [1, 'image'], 1),
  { ...shown(2, ARTICLE, [1, 'localizations'], 1), right: { type: ARTICLE, ref: 'aaa' } },
];
export const settings = [
  { key: 'plugin_i18n_default_locale', value: 'en', type: 'string', environment: null, tag: null },
].map((value) => ({ type: 'core-store', value }));
