import type { BuiltInRoutes } from '../../../server/client/runtime/built-in-routes.ts';

type Route = keyof BuiltInRoutes;

/** What a route of the server returns, with ids as texts. */
export type AnswerOf<R extends Route> = BuiltInRoutes[R]['answer'];

/** An element of the list that a route returns. */
export type ItemOf<R extends Route> =
  AnswerOf<R> extends readonly (infer Item)[]
    ? Item
    : AnswerOf<R> extends { readonly items: readonly (infer Item)[] }
      ? Item
      : never;

/** The body that a route takes. */
export type BodyOf<R extends Route> = NonNullable<
  BuiltInRoutes[R]['asks'] extends { readonly body?: infer Body } ? Body : never
>;
