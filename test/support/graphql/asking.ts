import assert from 'node:assert/strict';
import type { Client } from '../client.ts';

/** An error of GraphQL, with the problem of the API that it is. */
export interface GraphqlError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions?: {
    readonly status?: number;
    readonly type?: string;
    readonly code?: number;
    readonly errors?: readonly object[];
  };
}

export interface GraphqlAnswer {
  readonly status: number;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: what is selected is the query's
  readonly data: any;
  readonly errors?: readonly GraphqlError[];
}

/** Sends an operation as this caller. */
export async function ask(
  client: Pick<Client, 'post'>,
  query: string,
  variables?: object,
  headers: Record<string, string> = {},
): Promise<GraphqlAnswer> {
  const { status, text } = await client.post('/graphql', { query, variables }, { headers });
  return { status, text, ...JSON.parse(text) };
}

/** The data of an operation that must succeed. */
export async function dataOf(client: Pick<Client, 'post'>, query: string, variables?: object) {
  const { status, data, errors, text } = await ask(client, query, variables);
  assert.equal(status, 200, text);
  assert.equal(errors, undefined, text);
  return data;
}
