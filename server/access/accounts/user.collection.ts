import { boolean } from '../../definitions/fields/boolean.ts';
import { choice } from '../../definitions/fields/choice.ts';
import { integer } from '../../definitions/fields/integer.ts';
import { text } from '../../definitions/fields/text.ts';
import { dateTime, defineCollection, superAdministrator, USER } from '../../definitions/for-server.ts';
import { message } from '../../messages/message.ts';
import { NOT_BLANK, VISIBLE } from '../../shared/text/text-patterns.ts';

const collection = defineCollection({
  name: USER,
  label: message('userLabel'),
  /** The fields that everybody sees of a user whom a record refers to. */
  isFollowed: ['username', 'nickname', 'avatar'],
  titleField: 'nickname',
  audit: 'full',
  fields: {
    /** People sign in by it, so references do not show it to everybody. */
    username: text({
      min: 2,
      max: 24,
      required: true,
      unique: true,
      pattern: VISIBLE,
      read: superAdministrator,
    }),
    /** The name after case folding and NFKC; null for a duplicate from an older version or an import. */
    name_key: text({ max: 100, unique: true, secret: true }),
    nickname: text({ max: 24, default: '', pattern: NOT_BLANK }),
    email: text({ max: 100, pattern: /[^\s@]+@[^\s@]+\.[^\s@]+/, unique: true }),
    /** The address after case folding and NFKC; null without an address, and for a duplicate from an older version. */
    email_key: text({ max: 100, unique: true, secret: true }),
    /** Whether the address was given by an administrator, is claimed by the user alone, or is verified by a mail. */
    email_standing: choice(['given', 'claimed', 'verified'], { default: 'given' }),
    avatar: text({ max: 500 }),
    active: boolean({ default: true }),
    /** Whether it is a program. It has no password and acts by API keys. */
    is_service: boolean({ default: false }),
    /** Whether the user signed up and waits for an administrator; inactive until then. */
    awaits_approval: boolean({ default: false, indexed: true }),
    /** Whether the account has a second factor: an authenticator app that was confirmed, or a passkey. */
    second_factor: boolean({ default: false }),
    /** The deadline for setting up a required second factor; null if none was set. */
    factor_due: dateTime(),
    /** Whether the creator of the account had a second factor: then it needs one for what asks others for theirs. */
    owes_factor: boolean({ default: false }),
    credential: text({ max: 255, required: true, secret: true }),
    /** The cost of the credential's legacy recipe, until its owner signs in; 0 for own hashes. */
    adopted_rounds: integer({ default: 0, indexed: true }),
  },
  conflicts: {
    username: 'usernameTaken',
    name_key: 'usernameTaken',
    email: 'emailTaken',
    email_key: 'emailTaken',
  },
});

/** A user account. The password hash is secret: it is never returned and never written into a revision. */
export const user = {
  ...collection,
  feed: {
    fields: ['username', 'nickname', 'email', 'avatar', 'active', 'awaits_approval', 'second_factor'],
    kept: ['active'],
  },
};

/** The first user's name: the super administrator, made at the first start. */
export const ROOT_USERNAME = 'root';
