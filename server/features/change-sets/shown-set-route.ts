import type { Door } from '../../access/index.ts';
import { AppError, isRefusal } from '../../errors.ts';
import { parseId, type Route, route } from '../../http/index.ts';
import { freeTurn, isTurnOver } from '../../shared/turn.ts';
import { findAuthor } from './apply-set.ts';
import type { ChangeSet } from './change-set.collection.ts';
import { differenceOf, type Viewer } from './difference.ts';
import { message } from './messages/message.ts';
import { ofOneSet, setWithItems } from './schemas.ts';
import type { SetParts } from './set-parts.ts';
import { describeSet, getSet, hasDecided, isAuthor } from './sets.ts';
import { isKnown, mayDecide, maySee, type Sight, sightOf, withinReach } from './sight.ts';

/** The route that shows a set, as far as the caller may see it. */
export function shownSetRoute(parts: SetParts): Route {
  return route({
    ...ofOneSet,
    method: 'GET',
    summary: message('showChangeSet'),
    answer: setWithItems,
    async handle(door, { params }) {
      const { actor, admission } = door;
      const found = await getSet(door.reads, parts, parseId(params.id));
      const [set] = await withinReach(door.reads, door, [found]);
      if (!set) throw new AppError('recordNotFound');
      const sights = await sightOf(parts.store.reads, door, set);
      if (!isKnown(set, door) && !maySee(set, door, sights)) throw new AppError('recordNotFound');
      const own = isAuthor(set, actor);
      const isPending = set.state !== 'applied' && set.state !== 'rejected';
      const viewer = {
        rights: admission.rightsOf(actor),
        isAuthor: own,
        isPending,
        authorsRights: isPending ? await authorsRights(parts, door, set) : undefined,
      };
      const isParty = own || hasDecided(set, actor);
      return {
        ...(await describeSet(door.reads, door, set)),
        can: {
          edit: own && set.state === 'draft',
          decide: mayDecide(set, door, sights),
          apply: isParty && set.state === 'approved',
        },
        items: await differencesOf(sights, viewer),
      };
    },
  });
}

/** Judging proposed rich texts takes long, so the event loop gets turns in between. */
async function differencesOf(sights: readonly Sight[], viewer: Viewer) {
  const shown: ReturnType<typeof differenceOf>[] = [];
  for (const sight of sights) {
    if (isTurnOver()) await freeTurn();
    shown.push(differenceOf(sight, viewer));
  }
  return shown;
}

async function authorsRights({ store, findBeginner }: SetParts, door: Door, set: ChangeSet) {
  try {
    return door.admission.rightsOf(await findAuthor(findBeginner, set, store.database.reads));
  } catch (error) {
    if (isRefusal(error)) return undefined;
    throw error;
  }
}
