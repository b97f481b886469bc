import { text } from '../../definitions/fields/text.ts';
import { dateTime, defineCollection, reference } from '../../definitions/for-server.ts';
import { message } from '../../messages/message.ts';

/** A network from which a user has signed in, and the last time. */
export const knownNetwork = defineCollection({
  name: 'quire_known_network',
  label: message('knownNetworkLabel'),
  audit: 'none',
  fields: {
    user_id: reference('quire_user', { required: true, onDelete: 'delete' }),
    network: text({ max: 60, required: true }),
    /** The language that the user's client asked for there, for mails. */
    language: text({ max: 5, default: '' }),
    time: dateTime({ required: true, indexed: true }),
  },
  unique: [['user_id', 'network']],
});

/** For how long a network stays known after a sign-in. */
export const KNOWN_DAYS = 90;
