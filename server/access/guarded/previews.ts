import { hash } from 'node:crypto';
import type { Raw } from '../../database/engine.ts';
import type { ServedDefinition } from '../../definitions/define-record.ts';
import { type AppError, badParameters, isRefusal } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import type { Records } from '../../records/records.ts';
import { matchingRows } from '../../records/rows/matching-rows.ts';
import { shownOf } from '../../records/rows/shown.ts';
import { makeSeals } from '../../shared/seals.ts';
import { user } from '../accounts/user.record.ts';
import type { Actor } from '../actor.ts';
import type { FindBeginner } from '../admission/admit-task.ts';
import { decideReach, requireAllowed, withSettings } from '../decide.ts';
import type { Door } from '../door.ts';
import { reachOf } from '../key-reach.ts';
import { makeRights } from '../rights.ts';

/** Whose link it is: it opens a draft for as long as they may see it themselves. */
interface Link {
  readonly record: string;
  readonly row: string;
  readonly userId: string;
  readonly keyId?: string | undefined;
  /** A digest of the credential: a new password ends what somebody else may have made with the old one. */
  readonly credential: string;
}

/** Links that show a draft to people who may not see drafts. Nothing of them is stored. */
export interface Previews {
  /** What a link to this draft has to hold. The door's actor must be able to see the draft. */
  make(door: Door, drafts: ServedDefinition, id: bigint, expireTime: number): Promise<string>;
  /** The draft, with the fields that the caller could read if it were published. Throws if the link does not open it, or no longer. */
  find(door: Door, drafts: ServedDefinition, id: bigint, token: string): Promise<Raw>;
}

interface PreviewParts {
  readonly records: Records;
  readonly secrets: readonly [string, ...string[]];
  readonly switchedOff: ReadonlySet<string>;
  readonly findBeginner: FindBeginner;
}

export function makePreviews({ records, secrets, switchedOff, findBeginner }: PreviewParts): Previews {
  const seals = makeSeals(secrets, 'preview');
  const kindOf = ({ name }: ServedDefinition) => `preview of ${name}`;
  const { reads } = records;

  async function credentialOf(userId: bigint): Promise<string> {
    const account = await records.ownReads.find(user, userId);
    return hash('sha256', account?.credential ?? '', 'base64url');
  }

  /** The draft as its link's maker may see it now. */
  async function seenBy(actor: Actor, drafts: ServedDefinition, id: bigint): Promise<Raw | undefined> {
    const { name, draftOf = name, access } = drafts;
    const admittedBy = withSettings(access.read, switchedOff);
    requireAllowed(decideReach(actor, admittedBy, reachOf(draftOf, 'drafts')));
    const row = await reads.find(drafts, id);
    const rows = makeRights(actor, { switchedOff, admittedBy }).rows(drafts, 'read');
    const [seen] = row ? await matchingRows(reads, drafts, rows, [row]) : [];
    return seen;
  }

  return {
    async make(door, drafts, id, expireTime) {
      await door.get(drafts, id);
      const { id: userId, key } = door.actor;
      const link: Link = {
        record: drafts.name,
        row: String(id),
        userId: String(userId),
        keyId: key && String(key.id),
        credential: await credentialOf(userId),
      };
      return seals.seal(kindOf(drafts), link, expireTime);
    },
    async find(door, drafts, id, token) {
      const link = seals.open<Link>(kindOf(drafts), token, door.admission.now);
      if (link?.record !== drafts.name || link.row !== String(id)) throw unopened();
      const { userId, keyId } = link;
      if ((await credentialOf(BigInt(userId))) !== link.credential) throw unopened();
      const maker = { userId: BigInt(userId), keyId: keyId === undefined ? undefined : BigInt(keyId) };
      const row = await findBeginner(maker, records.database.reads)
        .then((actor) => seenBy(actor, drafts, id))
        .catch((error: unknown) => {
          if (isRefusal(error)) return undefined; // they may no longer see it
          throw error;
        });
      if (!row) throw unopened();
      return shownOf(drafts, door.admission.rightsOf(await door.admission.identify()), row);
    },
  };
}

/** One answer to all links that open nothing, so that nobody learns which drafts there are. */
function unopened(): AppError {
  return badParameters({ token: message('previewNotValid') });
}
