import { isIP } from 'node:net';
import { integer, optional, texts } from '../definitions/project/setting-kinds.ts';

const isOrigin = (value: string) => URL.parse(value)?.origin === value && value !== 'null';

/** Settings of second factors. */
export const factorSettings = {
  SECOND_FACTOR_GROUPS: texts({
    initial: '',
    meaning: 'Groups whose members need a second factor, separated by commas; * for all users.',
    allowed: 'names of groups, or *',
    fits: (value) => value.trim() === value && value !== '',
  }),
  SECOND_FACTOR_GRACE_DAYS: integer({
    initial: 7,
    min: 0,
    max: 365,
    meaning:
      'Days to set up a second factor that a group requires, from the first sign-in or refresh on. After that nothing else is possible.',
  }),
  REAUTHENTICATION_MINUTES: integer({
    initial: 10,
    min: 1,
    max: 1440,
    meaning:
      'Minutes for which a proof by a second factor is fresh. What cannot be undone needs a fresh one, of users who have a second factor.',
  }),
  REMEMBER_DEVICE_DAYS: integer({
    initial: 30,
    min: 0,
    max: 365,
    meaning: 'Days for which a device may be remembered, so that it needs no second factor; 0 for never.',
  }),
  PASSKEY_DOMAIN: optional({
    meaning:
      'Domain that passkeys are bound to: the host of all pages that use them, or a domain above it. By default the host of PUBLIC_URL, or localhost. A change ends all passkeys.',
    allowed: 'a domain such as example.com',
    fits: (value) => URL.parse(`https://${value}`)?.hostname === value && isIP(value) === 0,
  }),
  PASSKEY_ORIGINS: texts({
    initial: '',
    meaning:
      'Origins of pages that may use passkeys, separated by commas. By default the origin of PUBLIC_URL.',
    allowed: 'origins such as https://admin.example.com',
    fits: isOrigin,
  }),
};
