import { Type } from '../../../contract/json-schema.ts';
import type { Door } from '../../access/door.ts';
import { type Catalogue, type Definition, everyone } from '../../definitions/for-server.ts';
import { AppError } from '../../errors.ts';
import { type Route, route } from '../../http/route.ts';
import type { Language } from '../../messages/languages.ts';
import { allowedOf, isVisible } from './allowed.ts';
import { describeSeen } from './describe-collection.ts';
import type { SeenCollection } from './describe-field.ts';
import { message } from './messages/message.ts';
import { RecentAnswers } from './recent-answers.ts';
import * as schemas from './schemas.ts';

const common = {
  method: 'GET',
  tag: message('definitionsTag'),
  access: everyone, // the answer holds only what the caller may see
  isTranslated: true,
} as const;

interface Facts {
  readonly catalogue: Catalogue;
  readonly maxFileBytes: number;
}

/** What the caller may do with each collection that the API shows. */
type Seen = ReadonlyMap<string, SeenCollection>;

/** The definitions as data, with what the caller may see and do. */
export function definitionRoutes(
  catalogue: Catalogue,
  { maxFileBytes }: Pick<Facts, 'maxFileBytes'>,
): Route[] {
  const followed = catalogue.all.filter(({ path, isFollowed }) => path === undefined && isFollowed);
  const described = [...catalogue.served, ...followed];
  const facts = { catalogue, maxFileBytes };
  return [listRoute(described, facts), oneRoute(described, facts)];
}

function listRoute(described: readonly Definition[], facts: Facts): Route {
  const answers = new RecentAnswers();
  return route({
    ...common,
    path: '/cms/definition',
    summary: message('listDefinitions'),
    answer: schemas.descriptions,
    async handle(door, { language }) {
      const [seen, reader] = [await seenBy(door, described, facts.catalogue), language()];
      return answers.of(factsOf(seen, reader), () => ({
        items: [...seen.keys()].map((name) => descriptionOf(seen, name, reader, facts)),
        locales: facts.catalogue.locales,
      }));
    },
  });
}

function oneRoute(described: readonly Definition[], facts: Facts): Route {
  const answers = new RecentAnswers();
  return route({
    ...common,
    path: '/cms/definition/:name',
    summary: message('oneDefinition'),
    params: Type.Object({ name: Type.String({ about: message('definitionName') }) }),
    answer: schemas.description,
    async handle(door, { params, language }) {
      const [seen, reader] = [await seenBy(door, described, facts.catalogue), language()];
      if (!seen.has(params.name)) throw new AppError('recordNotFound');
      const asked = [params.name, ...factsOf(seen, reader)];
      return answers.of(asked, () => descriptionOf(seen, params.name, reader, facts));
    },
  });
}

async function seenBy(
  { admission }: Door,
  described: readonly Definition[],
  catalogue: Catalogue,
): Promise<Seen> {
  const actor = await admission.identify();
  const rights = admission.rightsOf(actor);
  const seenOf = (definition: Definition): SeenCollection => ({
    definition,
    allowed: allowedOf(definition, actor, rights),
  });
  const seen = described
    .map((definition) => {
      const drafts = catalogue.draftsOf(definition);
      return { ...seenOf(definition), ...(drafts && { drafts: seenOf(drafts) }) };
    })
    .filter(({ allowed }) => isVisible(allowed));
  return new Map(seen.map((one) => [one.definition.name, one]));
}

/** Everything that descriptions depend on, beside the definitions themselves. */
function factsOf(seen: Seen, language: Language): unknown[] {
  return [language, ...[...seen].map(([name, { allowed, drafts }]) => [name, allowed, drafts?.allowed])];
}

function descriptionOf(
  seen: Seen,
  name: string,
  language: Language,
  { catalogue, maxFileBytes }: Facts,
): unknown {
  const one = seen.get(name);
  if (!one) throw new Error(`collection '${name}' is not seen`);
  const find = (collection: string) => seen.get(catalogue.get(collection).draftOf ?? collection);
  return describeSeen(one, { language, find, maxFileBytes });
}
