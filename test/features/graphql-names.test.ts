import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { makeCatalogue } from '../../server/definitions/catalogue.ts';
import { defineCollection, everyone, login, text } from '../../server/definitions/index.ts';
import { requireDistinctNames, typeName } from '../../server/features/graphql/names.ts';

const collection = (name: string, drafts = false) =>
  defineCollection({
    ...{ name, label: name, path: `/v1/${name.replaceAll('_', '-')}`, audit: 'full' },
    fields: { title: text({ max: 20 }) },
    access: {
      read: everyone,
      create: login,
      update: login,
      delete: login,
      ...(drafts && { drafts: login, publish: login }),
    },
    ...(drafts && { drafts: true }),
  } as never);

describe('names of a schema', () => {
  for (const [name, type] of [
    ['article', 'Article'],
    ['blog_post', 'BlogPost'],
    ['a_1', 'A_1'],
    ['a1', 'A1'],
    ['quire_user', 'QuireUser'],
  ] as const)
    it(`of ${name} begin with ${type}`, () => assert.equal(typeName(name), type));

  for (const [names, problem] of [
    [
      ['article', 'article_list'],
      /'article' and the collection 'article_list' would both have the field 'article_list'/,
    ],
    [['article', 'article_filter'], /the type 'ArticleFilter'/],
    [['article', 'create_article'], /the field 'create_article'/],
    [['change_set'], /the server and the collection 'change_set'/],
    [['page_info'], /the type 'PageInfo'/],
    [['search'], /the server and the collection 'search'/],
    [['stored_file'], /the type 'StoredFile'/],
    [['article', 'article_history'], /the field 'article_history'/],
    [['article', 'article_revision'], /the type 'ArticleRevision'/],
    [['article', 'purge_article'], /the field 'purge_article'/],
  ] as const)
    it(`are refused for ${names.join(' and ')}`, () => {
      const catalogue = makeCatalogue(names.map((name) => collection(name)));
      assert.throws(() => requireDistinctNames(catalogue), problem);
    });

  it('are refused for drafts and a collection of that name', () => {
    const catalogue = makeCatalogue([collection('essay', true), collection('essay_draft')]);
    assert.throws(() => requireDistinctNames(catalogue), /the field 'essay_draft'/);
  });

  it('are accepted where they differ', () => {
    requireDistinctNames(
      makeCatalogue([
        collection('article'),
        collection('articles'),
        collection('list'),
        collection('essay', true),
      ]),
    );
  });
});
