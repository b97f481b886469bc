import { Type } from '../../../../contract/json-schema.ts';
import { type Door, done, success } from '../../../access/index.ts';
import {
  type ActingPart,
  type Catalogue,
  drawnIn,
  type Isolated,
  type IsolatedCall,
  login,
  onOneLine,
  problemOfDrawable,
  type ShowingPart,
  shownText,
} from '../../../definitions/for-server.ts';
import { AppError } from '../../../errors.ts';
import { bodyId, type Input, type Route, route } from '../../../http/index.ts';
import { render, type Text } from '../../../messages/message.ts';
import type { Person } from '../asker.ts';
import { failures } from '../failures.ts';
import { message } from '../messages/message.ts';
import { failureOf, type OpenPlugin } from '../open-plugins.ts';
import { PluginProblem } from '../process/plugin-process.ts';
import {
  buttonFinder,
  collectionsFor,
  type OfRecords,
  readForm,
  requireRecordsOf,
} from './described-parts.ts';

interface Feature {
  readonly isolated: readonly Isolated[];
  readonly open: ReadonlyMap<string, OpenPlugin>;
  readonly catalogue: Catalogue;
}

const MOST_IDS = 100;
const name = Type.String({ minLength: 1, maxLength: 40 });
const collection = Type.Optional(Type.String({ maxLength: 40, about: message('partCollection') }));
const common = {
  tag: message('pluginsTag'),
  access: login,
  about: 'content',
  refusesPrograms: message('describedForPeople'),
} as const;

/** How people use the parts of the console that plug-ins describe: what one shows now, and what an action does. */
export function partRoutes(feature: Feature): Route[] {
  return [drawRoute(feature), actRoute(feature)];
}

function drawRoute(feature: Feature): Route {
  return route({
    ...common,
    method: 'GET',
    path: '/cms/plugin/:name/part/:part',
    isTranslated: true,
    summary: message('drawPart'),
    params: Type.Object({ name, part: name }),
    query: Type.Object({ collection, id: Type.Optional({ ...bodyId, about: message('partRecord') }) }),
    answer: Type.Object({
      items: Type.Array(
        Type.Object(
          { kind: Type.String({ about: message('drawnKind') }) },
          { additionalProperties: true, about: message('drawnThing') },
        ),
      ),
    }),
    async handle(door, input) {
      const { params, query } = input;
      const found = findPart(feature, params.name, params.part);
      const { part, isolated, open } = found;
      if (part.kind === 'action') throw new AppError('recordNotFound');
      const of =
        query.id === undefined ? undefined : { collection: query.collection ?? '', ids: [BigInt(query.id)] };
      if ((part.kind === 'tab') !== (of !== undefined)) throw new AppError('recordNotFound');
      await requireUse(part, of, door, feature.catalogue);
      const language = input.language();
      const shows = part.shows ?? (await drawnBy(open, params.part, personOf(door, input), of));
      const findButton = buttonFinder(isolated, { door, catalogue: feature.catalogue, language });
      return { items: drawnIn(language, shows, findButton) };
    },
  });
}

/** What the handler of a part answers. Throws if it is nothing to show. */
async function drawnBy(
  open: OpenPlugin,
  part: string,
  person: Person,
  of: OfRecords | undefined,
): Promise<readonly unknown[]> {
  const call = {
    kind: 'draw',
    name: part,
    event: {
      language: person.language,
      ...(of && { collection: of.collection, id: of.ids[0] }),
    },
  } as const;
  const { shows } = await open.callFor(person, call);
  const problem = problemOfDrawable(shows);
  if (problem !== undefined) throw unusable(open, call, `what '${part}' shows: ${problem}`);
  return shows as readonly unknown[];
}

function actRoute(feature: Feature): Route {
  return route({
    ...common,
    method: 'POST',
    path: '/cms/plugin/:name/action/:part',
    summary: message('runAction'),
    refusesIdempotencyKeys: true,
    params: Type.Object({ name, part: name }),
    body: Type.Object(
      {
        collection,
        ids: Type.Optional(Type.Array(bodyId, { maxItems: MOST_IDS, about: message('actionRecords') })),
        values: Type.Optional(
          Type.Object({}, { additionalProperties: true, about: message('actionValues') }),
        ),
      },
      { additionalProperties: false },
    ),
    answer: Type.Object({ message: Type.Nullable(Type.String({ about: message('actionTold') })) }),
    async handle(door, input) {
      const { params, body } = input;
      const { part, open } = findPart(feature, params.name, params.part);
      if (part.kind !== 'action') throw new AppError('recordNotFound');
      const ids = (body.ids ?? []).map(BigInt);
      const of = body.collection === undefined ? undefined : { collection: body.collection, ids };
      if (!of && ids.length > 0) throw new AppError('recordNotFound');
      await requireUse(part, of, door, feature.catalogue);
      const values = readForm(part.form ?? {}, body.values ?? {});
      const person = personOf(door, input);
      const names = { plugin: params.name, action: params.part };
      await door.write(async () => done(success.done, message('actionRun', names))); // who pressed it, whatever comes of it
      const event = { language: person.language, ...of, ids, values };
      const call = { kind: 'action', name: params.part, event } as const;
      const { message: told } = await open.callFor(person, call);
      if (told === undefined || told === null) return { message: null };
      if (!shownText(MOST_TOLD).accepts(told))
        throw unusable(open, call, `its 'message' must be ${shownText(MOST_TOLD).allowed}`);
      return { message: onOneLine(render(told as Text, person.language)) };
    },
  });
}

const MOST_TOLD = 500;

/** The failure of a plug-in whose answer is not one. */
function unusable({ manifest }: OpenPlugin, call: IsolatedCall, problem: string): AppError {
  return failureOf(manifest.name, call, new PluginProblem(problem), failures.partFailed);
}

/** A part that is granted now, with its plug-in. Throws for any other name. */
function findPart({ isolated: all, open }: Feature, plugin: string, name: string) {
  const isolated = all.find(({ manifest }) => manifest.name === plugin);
  const opened = open.get(plugin);
  const parts = isolated?.parts() ?? {};
  const part = Object.hasOwn(parts, name) ? parts[name] : undefined;
  if (!isolated || !opened || !part || part.kind === 'cell' || part.kind === 'control')
    throw new AppError('recordNotFound');
  return { isolated, open: opened, part };
}

/** Throws unless the caller may do what a part is about: with its collections, and with these records. */
async function requireUse(
  part: ShowingPart | ActingPart,
  of: OfRecords | undefined,
  door: Door,
  catalogue: Catalogue,
): Promise<void> {
  if (of) return requireRecordsOf(part, of, door, catalogue);
  if (!collectionsFor(part, door, catalogue)) throw new AppError('permissionMissing');
}

/** Who asks. */
function personOf(
  door: Door,
  { headers, from, language }: Pick<Input, 'headers' | 'from' | 'language'>,
): Person {
  const { authorization = '' } = headers;
  return { userId: door.actor.id, authorization, address: from.address, language: language() };
}
