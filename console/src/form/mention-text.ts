/** A user by the name that a reader sees. */
export interface NamedUser {
  readonly id: string;
  readonly name: string;
}

/** A part of a comment: words, or the name of a user. */
export interface CommentPart {
  readonly text: string;
  readonly isMention: boolean;
}

const TOKEN = /<@([1-9]\d{0,18})>/g;
const WORD = /(^|[\s(（，。、])@([^\s@]{0,30})$/u;

/** The text of a comment, with names in the places of ids. */
export function commentParts(text: string, users: readonly NamedUser[]): CommentPart[] {
  const names = new Map(users.map(({ id, name }) => [id, name]));
  const parts = text.split(TOKEN).map((part, index) => {
    const name = index % 2 === 1 ? names.get(part) : undefined;
    if (index % 2 === 0) return { text: part, isMention: false };
    return name === undefined
      ? { text: `<@${part}>`, isMention: false }
      : { text: `@${name}`, isMention: true };
  });
  return parts.filter((part) => part.text !== '');
}

/** The text of a comment as its author types it. */
export function toTyped(text: string, users: readonly NamedUser[]): string {
  return commentParts(text, users)
    .map((part) => part.text)
    .join('');
}

/** What was typed as it is sent: an id for each name that was chosen. */
export function toSent(typed: string, chosen: readonly NamedUser[]): string {
  return chosen
    .toSorted((one, other) => other.name.length - one.name.length)
    .reduce((text, { id, name }) => text.replace(nameIn(name), () => `<@${id}>`), typed);
}

/** Chinese has no spaces between words, so a Chinese character may follow a name. */
function nameIn(name: string): RegExp {
  const escaped = name.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
  return new RegExp(`@${escaped}(?![\\p{L}\\p{N}])|@${escaped}(?=\\p{Script=Han})`, 'gu');
}

/** The beginning of a name before the caret, and where it begins; undefined if none is being typed. */
export function nameBeing(
  typed: string,
  caret: number,
): { readonly start: number; readonly search: string } | undefined {
  const found = WORD.exec(typed.slice(0, caret));
  const search = found?.[2];
  return search === undefined ? undefined : { start: caret - search.length - 1, search };
}

/** Adds a chosen user, whose name differs from those of the others. */
export function withChosen(
  chosen: readonly NamedUser[],
  { id, name }: NamedUser,
): readonly [NamedUser[], NamedUser] {
  const isTaken = chosen.some((one) => one.name === name && one.id !== id);
  const added = { id, name: isTaken ? `${name} (${id})` : name };
  return [[...chosen.filter((one) => one.id !== id), added], added];
}
