import type { PermissionKey } from './permission-keys.ts';
import type { Refused } from './sound-source.ts';

/** A key of a permission that exists, or a word without a dot: a name, or a key that a route gives a permission of its own. */
type SoundKey<Key> = Key extends `${string}.${string}`
  ? Key extends PermissionKey
    ? Key
    : Refused<`there is no permission '${Key}'`, PermissionKey>
  : Key;

/** What a list of keys and names has to be. */
export type SoundKeys<Keys> = { readonly [Place in keyof Keys]: SoundKey<Keys[Place]> };

/** What the access rule of a route has to be, whose permissions may be those of collections. */
export type SoundRule<Rule> = Rule extends { readonly level: 'permission'; readonly key?: infer Key }
  ? { readonly key?: SoundKey<Key> }
  : Rule extends { readonly level: 'any'; readonly rules: infer Rules }
    ? { readonly rules: { readonly [Place in keyof Rules]: SoundRule<Rules[Place]> } }
    : unknown;
