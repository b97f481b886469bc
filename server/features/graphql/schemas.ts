import type { GraphQLSchema } from 'graphql';
import type { Door } from '../../access/door.ts';
import type { Catalogue } from '../../definitions/catalogue.ts';
import type { Language } from '../../messages/languages.ts';
import { toJson } from '../../shared/exact-json.ts';
import { buildSchema } from './build-schema.ts';
import type { Library } from './library.ts';
import { type FindRoute, offeredTo } from './offered-routes.ts';
import type { SchemaParts } from './parts.ts';
import { makeScalars } from './scalars.ts';
import { factsOf, sightOf } from './sight.ts';

/** How many schemas are remembered: one for each set of rights and language. */
const MOST = 50;

/** The schemas of callers. Those who may do the same share one; of those that nobody asked for lately, the oldest are dropped. */
export class Schemas {
  readonly #known = new Map<string, GraphQLSchema>();
  readonly #catalogue: Catalogue;
  readonly #find: FindRoute;

  constructor(catalogue: Catalogue, find: FindRoute) {
    this.#catalogue = catalogue;
    this.#find = find;
  }

  /** How many are remembered. */
  get size(): number {
    return this.#known.size;
  }

  async of(lib: Library, { admission }: Door, language: Language): Promise<GraphQLSchema> {
    const catalogue = this.#catalogue;
    const actor = await admission.identify();
    const sight = sightOf(catalogue, admission.rightsOf(actor));
    const routes = offeredTo(actor, this.#find);
    const key = toJson([language, factsOf(sight, actor), [...routes]]);
    const schema =
      this.#known.get(key) ??
      this.#build(lib, { catalogue, sight, language }, { routes, isSignedIn: actor.id !== 0n });
    this.#known.delete(key);
    this.#known.set(key, schema);
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= MOST) break;
      this.#known.delete(oldest);
    }
    return schema;
  }

  #build(
    lib: Library,
    seen: Pick<SchemaParts, 'catalogue' | 'sight' | 'language'>,
    { routes, isSignedIn }: { readonly routes: ReadonlySet<string>; readonly isSignedIn: boolean },
  ): GraphQLSchema {
    const find = this.#find;
    return buildSchema(
      { lib, scalars: makeScalars(lib), ...seen },
      {
        changeSets: isSignedIn && find('GET', '/v1/change-set') !== undefined,
        changes: find('GET', '/v1/changes') !== undefined,
        ...{ routes, find },
      },
    );
  }
}
