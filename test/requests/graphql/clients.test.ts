// No engine changes its result: it is about what clients send and understand.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { ApolloClient, CombinedGraphQLErrors, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { Client, fetchExchange } from '@urql/core';
import { freshApp } from '../../support/fresh-app.ts';
import { until } from '../../support/until.ts';

const app = await freshApp({
  contentDir: 'test/content/graphql',
  graphql: true,
  language: 'en',
  changeListeners: 2,
});
const { root } = app;
const address = await app.server.app.listen({ port: 0, host: '127.0.0.1' });
const url = `${address}/api/graphql`;
const LONG = '9007199254740993';
const author = await root.make('/v1/author', { name: 'Ase' });
for (const title of ['Alder', 'Birch', 'Cedar'])
  await root.make('/v1/article', { title, author, serial: LONG, price: '0.10' });

const PAGE = gql`
  query Page($after: String) {
    article_list(first: 2, after: $after, sort: ["title"]) {
      edges { node { id title serial price author { id name } } }
      pageInfo { hasNextPage endCursor }
    }
  }`;
const CREATE = gql`
  mutation Create($values: ArticleInput!) {
    create_article(values: $values) { record { id title } }
  }`;

interface Page {
  readonly article_list: {
    readonly edges: readonly {
      readonly node: {
        readonly title: string;
        readonly serial: string;
        readonly author: { readonly name: string };
      };
    }[];
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  };
}
type Created = { create_article: { record: { id: string; title: string } } };
const titlesOf = ({ article_list: { edges } }: Page) => edges.map(({ node }) => node.title);

describe('the client of Apollo', () => {
  const client = (token: string) =>
    new ApolloClient({
      link: new HttpLink({
        uri: url,
        headers: { authorization: `Bearer ${token}`, 'accept-language': 'en' },
      }),
      cache: new InMemoryCache(),
    });

  it('reads page by page, and from its cache', async () => {
    const apollo = client(root.access);
    const { data: first } = await apollo.query<Page>({ query: PAGE });
    assert.ok(first);
    assert.deepEqual([titlesOf(first), first.article_list.edges[0]?.node.serial], [['Alder', 'Birch'], LONG]);
    const { endCursor } = first.article_list.pageInfo;
    const { data: second } = await apollo.query<Page>({ query: PAGE, variables: { after: endCursor } });
    assert.deepEqual(second && titlesOf(second), ['Cedar']);
    assert.match(JSON.stringify(apollo.cache.extract()), new RegExp(`"Author:${author}":{[^}]*"name":"Ase"`));
  });

  it('writes, and reads the problems of what is refused', async () => {
    const apollo = client(root.access);
    const { data } = await apollo.mutate<Created>({
      mutation: CREATE,
      variables: { values: { title: 'By Apollo' } },
    });
    assert.equal(data?.create_article.record.title, 'By Apollo');
    await assert.rejects(
      apollo.mutate({ mutation: CREATE, variables: { values: { title: 'By Apollo' } } }),
      (error) => CombinedGraphQLErrors.is(error) && error.errors[0]?.extensions?.status === 409,
    );
    await assert.rejects(
      apollo.query({ query: gql`{ nonsense }` }),
      (error) => CombinedGraphQLErrors.is(error) && /nonsense/.test(error.message),
    );
  });
});

describe('the client of urql', () => {
  const client = new Client({
    url,
    preferGetMethod: false,
    exchanges: [fetchExchange],
    fetchSubscriptions: true,
    fetchOptions: () => ({ headers: { authorization: `Bearer ${root.access}`, 'accept-language': 'en' } }),
  });

  it('reads and writes', async () => {
    const { data, error } = await client.query<Page>(PAGE, {}).toPromise();
    assert.equal(error, undefined);
    assert.deepEqual(data && titlesOf(data), ['Alder', 'Birch']);
    const made = await client.mutation<Created>(CREATE, { values: { title: 'By urql' } }).toPromise();
    assert.equal(made.data?.create_article.record.title, 'By urql');
    const refused = await client.mutation(CREATE, { values: { title: '' } }).toPromise();
    assert.equal(refused.error?.graphQLErrors[0]?.extensions.status, 422);
  });

  it('follows changes, with the records', async () => {
    const seen: { event: string; record: { title: string } | null }[] = [];
    const query = 'subscription { article_changes { event record { title author { name } } } }';
    const { unsubscribe } = client
      .subscription<{ article_changes: (typeof seen)[number] }>(query, {})
      .subscribe(({ data }) => {
        if (data) seen.push(data.article_changes);
      });
    await until(async () => {
      if (seen.length > 0) return true;
      await root.make('/v1/article', { title: `Told ${Math.random()}`, author });
      return false;
    });
    assert.equal(seen[0]?.event, 'created');
    assert.match(seen[0]?.record?.title ?? '', /^Told/);
    unsubscribe();
    // One caller gets half of the places: once it has left, it finds its place free again.
    const told: unknown[] = [];
    const again = () =>
      client
        .subscription('subscription { changes { collection } }', {})
        .subscribe(({ data }) => void (data && told.push(data)));
    await until(async () => {
      const next = again();
      await root.make('/v1/country', { name: `Country ${Math.random()}` });
      await wait(100);
      next.unsubscribe();
      return told.length > 0;
    });
  });
});
