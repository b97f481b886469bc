import type { Raw } from '../../database/engine.ts';
import type { ServedDefinition } from '../../definitions/define-collection.ts';
import { AppError, badParameters, isRefusal } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import {
  inPresentWords,
  matchingRecords,
  type RecordStore,
  type Select,
  shownOf,
  type Writes,
} from '../../records/index.ts';
import { hashOf, makeSeals } from '../../shared/index.ts';
import { user } from '../accounts/user.collection.ts';
import type { Actor } from '../actor.ts';
import type { FindBeginner } from '../admission/admit-task.ts';
import { decideReach, requireAllowed, withSettings } from '../decide.ts';
import type { Door } from '../door.ts';
import { reachOf } from '../key-reach.ts';
import { makeRights } from '../rights.ts';
import { previewLink } from './preview-link.collection.ts';

/** The most links to one draft that are valid at a time, and how many of them one account may have made. All are listed. */
const MOST_LINKS = 100;
const MOST_OF_ACCOUNT = 20;

/** What a token holds: a draft, and the maker of the link, who must still be able to see it. */
interface Link {
  /** The id of its record. Links from older versions have none and are valid until they expire. */
  readonly id?: string;
  readonly collection: string;
  readonly record: string;
  readonly userId: string;
  readonly keyId?: string | undefined;
  /** A digest of the credential: a new password ends links that somebody else may have made with the old one. */
  readonly credential: string;
}

/** A link, as shown to users who may read its draft. */
export interface ListedLink {
  readonly id: bigint;
  /** Whether the caller made it. */
  readonly own: boolean;
  readonly create_time: number;
  readonly expire_time: number;
}

/** A draft, by the definition of its collection's drafts and its id. */
export interface Previewed {
  readonly drafts: ServedDefinition;
  readonly id: bigint;
}

/** Links that show a draft to people who may not see drafts. Their tokens are not stored. */
export interface Previews {
  /** Creates a link to a draft; returns its id, its token and the draft. The door's actor must be able to see the draft. */
  make(
    door: Door,
    writes: Writes,
    draft: Previewed,
    expireTime: number,
  ): Promise<{ readonly id: bigint; readonly token: string; readonly record: Raw }>;
  /** The links that open a draft, the newest first. The door's actor must be able to see it. */
  list(door: Door, draft: Previewed): Promise<readonly ListedLink[]>;
  /** Ends a link. The door's actor must be able to see the draft. */
  end(door: Door, writes: Writes, draft: Previewed, link: bigint): Promise<void>;
  /** The draft, with the fields that the caller could read if it were published. Throws if the link does not open it. */
  find(door: Door, drafts: ServedDefinition, id: bigint, token: string): Promise<Raw>;
}

interface PreviewParts {
  readonly store: RecordStore;
  readonly secrets: readonly [string, ...string[]];
  readonly switchedOff: ReadonlySet<string>;
  readonly findBeginner: FindBeginner;
}

export function makePreviews({ store, secrets, switchedOff, findBeginner }: PreviewParts): Previews {
  const seals = makeSeals(secrets, 'preview');
  const { reads } = store;

  async function credentialOf(userId: bigint): Promise<string> {
    const account = await store.ownReads.find(user, userId);
    return hashOf(account?.credential ?? '');
  }

  /** The draft as its link's maker may see it now. */
  async function seenBy(actor: Actor, drafts: ServedDefinition, id: bigint): Promise<Raw | undefined> {
    const { name, draftOf = name, access } = drafts;
    const admittedBy = withSettings(access.read, switchedOff);
    requireAllowed(decideReach(actor, admittedBy, reachOf(draftOf, 'drafts')));
    const record = await reads.find(drafts, id);
    const records = makeRights(actor, { switchedOff, admittedBy }).records(drafts, 'read');
    const [seen] = record ? await matchingRecords(reads, drafts, records, [record]) : [];
    return seen;
  }

  return {
    async make(door, writes, { drafts, id }, expireTime) {
      const { value: record } = await door.get(drafts, id);
      const { id: userId, key } = door.actor;
      await requireRoom(writes, { drafts, id }, userId);
      const place = { collection: drafts.name, record_id: id, expire_time: expireTime };
      const linkId = await writes.create(previewLink, place);
      const link: Link = {
        id: String(linkId),
        collection: drafts.name,
        record: String(id),
        userId: String(userId),
        keyId: key && String(key.id),
        credential: await credentialOf(userId),
      };
      return { id: linkId, record, token: seals.seal(kindOf(drafts), link, expireTime) };
    },
    async list(door, draft) {
      await door.get(draft.drafts, draft.id);
      const { now } = door.admission;
      const links = await door.reads.where(previewLink, (select) =>
        linksOf(draft)(select).where('expire_time', '>', now).orderBy('id', 'desc').limit(MOST_LINKS),
      );
      return links.map(({ id, create_time, create_user_id, expire_time }) => ({
        id,
        create_time,
        expire_time,
        own: create_user_id === door.actor.id,
      }));
    },
    async end(door, writes, draft, link) {
      await door.get(draft.drafts, draft.id);
      const found = await writes.first(previewLink, (select) =>
        linksOf(draft)(select).where('id', '=', link),
      );
      if (!found) throw new AppError('recordNotFound');
      await writes.remove(previewLink, link);
    },
    async find(door, drafts, id, token) {
      const link = linkIn(seals.open<Link>(kindOf(drafts), token, door.admission.now));
      if (link?.collection !== drafts.name || link.record !== String(id)) throw unopened();
      if (link.id !== undefined && !(await store.ownReads.find(previewLink, BigInt(link.id))))
        throw unopened();
      const maker = makerOf(link);
      if ((await credentialOf(maker.userId)) !== link.credential) throw unopened();
      const record = await findBeginner(maker, store.database.reads)
        .then((actor) => seenBy(actor, drafts, id))
        .catch((error: unknown) => {
          if (isRefusal(error)) return undefined; // they may no longer see it
          throw error;
        });
      if (!record) throw unopened();
      return shownOf(drafts, door.admission.rightsOf(await door.admission.identify()), record);
    },
  };
}

/** What a link's token holds, as the present version names it. */
function linkIn(opened: Link | undefined): Link | undefined {
  return opened && inPresentWords(opened);
}

function kindOf({ name }: ServedDefinition): string {
  return `preview of ${name}`;
}

function makerOf({ userId, keyId }: Link) {
  return { userId: BigInt(userId), keyId: keyId === undefined ? undefined : BigInt(keyId) };
}

/** Throws if a draft already has the most links, or the account has made its share of them. */
async function requireRoom(writes: Writes, draft: Previewed, userId: bigint): Promise<void> {
  await writes.find(draft.drafts, draft.id); // locks it: links are counted one after the other
  const open = (select: Select) => linksOf(draft)(select).where('expire_time', '>', writes.context.now);
  const links = await writes.where(previewLink, (select) => open(select).limit(MOST_LINKS));
  const own = links.filter(({ create_user_id }) => create_user_id === userId);
  if (links.length >= MOST_LINKS || own.length >= MOST_OF_ACCOUNT)
    throw badParameters({ '': message('tooManyPreviews', { max: MOST_LINKS, own: MOST_OF_ACCOUNT }) });
}

/** Narrows a query to the links of one draft. */
function linksOf({ drafts, id }: Previewed) {
  return (select: Select): Select => select.where('collection', '=', drafts.name).where('record_id', '=', id);
}

/** The same failure for all links that do not work, so that nobody learns which drafts exist. */
function unopened(): AppError {
  return badParameters({ token: message('previewNotValid') });
}
