import type { RecordOf } from '../../definitions/types/record-types.ts';
import { LANGUAGES, type Language } from '../../messages/languages.ts';
import { message, render } from '../../messages/message.ts';
import type { user } from './user.collection.ts';

/** The name shown for a user whose personal data was erased. */
export function erasedName(id: bigint, language: Language): string {
  return render(message('erasedUser', { id }), language);
}

/** Whether a deleted account's personal data was erased. */
export function isErased({ id, username }: Pick<RecordOf<typeof user>, 'id' | 'username'>): boolean {
  return LANGUAGES.some((language) => erasedName(id, language) === username);
}
