import { Type } from '../../../contract/json-schema.ts';
import type { AccessRule } from '../../definitions/access-rule.ts';
import { message } from './messages/message.ts';
import { scimFailures } from './scim-error.ts';

/** Making, changing and ending the accounts of people. */
export const mayProvision = {
  level: 'permission',
  permission: { key: 'directory.provision', name: message('provision'), module: message('directoryTag') },
} as const satisfies AccessRule;

/** What all routes of a directory have in common. */
export const common = {
  tag: message('directoryTag'),
  access: mayProvision,
  isNotForLin: true,
  refusesIdempotencyKeys: true,
  produces: 'application/scim+json',
  failureForm: scimFailures,
} as const;

/** Directories name a type even where they send no body. A person who writes proves freshly who they are; a key cannot. */
export const writing = { accepts: '*/*', needsProof: 'withSecondFactor' } as const;

const text = Type.Optional(Type.String({ maxLength: 1000 }));

export const showing = Type.Object({ attributes: text, excludedAttributes: text }, { ignoresUnknown: true });

export const listing = Type.Object(
  { filter: text, startIndex: text, count: text, attributes: text, excludedAttributes: text },
  { ignoresUnknown: true },
);
