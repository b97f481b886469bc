import type { InOtherWords } from '../../../messages/languages.ts';
import type { zh } from './zh.ts';

/** In English. */
export const en: InOtherWords<typeof zh> = {
  longerThanOwn: 'must be no later than the end of your own membership',
  keysTag: 'API keys',
  manageKeys: 'Manage API keys',
  createServiceUser: 'Create a service user: a program without a password, which acts by API keys',
  serviceUserCreated: ({ name }) => `Service user ${name} created`,
  listServiceUsers: 'Service users, and how many keys each has',
  listKeys: 'API keys, newest first; their texts are not shown again',
  createKey: 'Create an API key of a service user; its text is shown only now',
  rotateKey: 'Replace a key by a new one with the same limits; the old one ends after the overlap',
  revokeKey: 'Revoke an API key at once',
  keyText: 'The key itself, shown only now',
  heldPermissions: 'The permissions that its groups hold, by their keys',
  keyPermissions: 'The permissions that the key keeps; null for all that its user holds',
  keyCollections: 'The collections that the key reaches, quire_file for files; null for all',
  keyNetworks: 'The networks from which the key is taken, in CIDR notation; null for all',
  keyReadOnly: 'Whether the key only reads',
  keyManagesAccounts: 'Whether the key manages accounts, sessions and keys',
  keyExpireTime: 'When the key ends; null for never',
  keyUsedTime: 'The last use, to within an hour',
  keyRequestsPerMinute:
    'Requests that each process of the server answers within a minute; null for any number',
  keyOverlap: 'For how many seconds the old key still holds, a day by default; 0 revokes it at once',
  widerThanOwnKey: 'is wider than the key that asks',
  keyReplacedBy: 'The key that was made to replace it',
  noOwnServiceUser: 'no service user of the own groups alone',
};
