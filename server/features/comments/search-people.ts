import { callerOf, type Door } from '../../access/index.ts';
import { perKeyLimit } from '../../background/limits.ts';
import type { Reads, Rights } from '../../records/index.ts';
import type { CommentParts } from './common.ts';
import { findMentionable } from './people.ts';
import { type AskedPlace, type CommentSubject, getPlace } from './subject.ts';

/** Each search looks at the rights of many users. */
const SEARCHES = { each: 2, inAll: 16 };

type Asked = AskedPlace & { readonly search?: string };
type Admit = (reads: Reads, rights: Rights, place: CommentSubject) => Promise<void>;

/** Finds whom a caller may name at a place, a few searches at a time. `admit` throws where the caller may not search. */
export function makeSearchPeople({ store, findUsers }: CommentParts, admit?: Admit) {
  const searches = perKeyLimit(SEARCHES);
  const { reads, database } = store;
  return (door: Door, address: string, { search = '', ...named }: Asked) =>
    searches.run(callerOf(door.actor, address), async () => {
      const rights = door.admission.rightsOf(door.actor);
      const place = await getPlace(reads, rights, named);
      await admit?.(reads, rights, place);
      const knowing = { findUsers, reads, reader: database.reads };
      return { items: await findMentionable(knowing, door, place, search.trim()) };
    });
}
