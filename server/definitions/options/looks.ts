import { COLORS, type Color, type Display, ICONS, type Icon } from '../../../contract/looks.ts';
import type { Text } from '../../messages/message.ts';
import { oneOf, text } from '../checks/option-checks.ts';
import { isPlainObject, type OptionCheck, problemsOfOptions } from '../checks/options.ts';

/** How people recognise a collection and find it in a menu. */
export interface Looks {
  /** The collection's name for all its records, such as `Articles`; by default `label`. */
  readonly plural?: Text;
  readonly icon?: Icon;
  /** The colour of its icon. */
  readonly color?: Color;
  readonly menu?: MenuPlace;
}

/** Where a menu leads to a collection. */
export interface MenuPlace {
  /** The heading below which it stands, with all collections that name the same one. */
  readonly section?: Text;
  /** Lists are in the order of their positions, then of their names; 0 by default. Sections are in the order of their first. */
  readonly position?: number;
}

export const color: OptionCheck = oneOf(...COLORS);

const icons: ReadonlySet<unknown> = new Set(ICONS);
const icon: OptionCheck = {
  allowed: 'the name of an icon, such as book',
  accepts: (value) => icons.has(value),
  words: () => ICONS,
};

const position: OptionCheck = { allowed: 'a whole number', accepts: Number.isSafeInteger };
const MENU = { owner: 'menu', checks: { section: text, position } };

/** The checks of these options of a collection. */
export const looksChecks = {
  plural: text,
  icon,
  color,
  menu: {
    allowed: "{ section, position }, such as { section: 'Catalogue', position: 10 }",
    accepts: (value) => isPlainObject(value) && problemsOfOptions(MENU, value).length === 0,
  },
} satisfies Readonly<Record<keyof Looks, OptionCheck>>;

/** A way to show a value, of those that suit a field kind. */
export function displayOf(...ways: readonly Display[]): OptionCheck {
  return oneOf(...ways);
}

/** Why values of these options cannot be shown this way: a bar and stars need a bound that is their end. */
export function problemOfDisplay({ display, min, max }: DisplayedNumber): string | undefined {
  if (display !== 'progress' && display !== 'rating') return undefined;
  if (max === undefined) return `display: '${display}' needs 'max', which is its end`;
  if (display !== 'rating') return undefined;
  const isFew = Number(max) >= 1 && Number(max) <= MOST_STARS && Number(min ?? 0) >= 0;
  return isFew ? undefined : `display: 'rating' needs a 'max' from 1 to ${MOST_STARS}, and no negative 'min'`;
}

const MOST_STARS = 10;

interface DisplayedNumber {
  readonly display?: Display;
  readonly min?: number | string | bigint;
  readonly max?: number | string | bigint;
}
