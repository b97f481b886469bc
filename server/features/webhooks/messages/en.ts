import type { InOtherWords } from '../../../messages/languages.ts';
import type { zh } from './zh.ts';

/** In English. */
export const en: InOtherWords<typeof zh> = {
  webhooksPaused: ({ count }) => `${count} ${count === 1 ? 'webhook is' : 'webhooks are'} paused`,
  webhooksFailing: ({ count }) =>
    `The ${count === 1 ? 'receiver of 1 webhook takes' : `receivers of ${count} webhooks take`} nothing at present`,
  webhookLabel: 'Webhook',
  deliveryLabel: 'Webhook delivery',
  webhooksTag: 'Webhooks',
  manageWebhooks: 'Manage own webhooks',
  listWebhooks: 'Webhooks, newest first: the caller’s own; all of them for super administrators',
  showWebhook: 'One webhook',
  createWebhook:
    'Create a webhook: an address that gets the changes its creator may see; the secret is shown only now',
  webhookCreated: ({ name }) => `Webhook ${name} created`,
  changeWebhook: 'Change, pause or resume a webhook',
  webhookChanged: ({ name }) => `Webhook ${name} updated`,
  replaceWebhookSecret: 'Replace the secret; until the overlap ends, both secrets sign',
  webhookSecretReplaced: ({ name }) => `Secret of webhook ${name} replaced`,
  testWebhook: 'Send a test',
  webhookTested: ({ name }) => `A test of webhook ${name} is on its way`,
  deleteWebhook: 'Delete a webhook and its deliveries',
  webhookDeleted: ({ name }) => `Webhook ${name} deleted`,
  listDeliveries: 'Deliveries of a webhook, newest first: what was sent, and what was answered',
  redeliver: 'Deliver once more',
  deliveryRepeated: ({ id }) => `Delivery ${id} is on its way again`,
  deliveryWaits: 'still waits to be sent',
  deliveryBody: 'The text that is sent',
  deliveryAnswer: 'How the last answer begins',
  webhookEvents: 'The events to send; null for all',
  webhookCollections: 'The collections whose changes are sent; null for all, an empty list for none',
  webhookFilter:
    'Which records of the only collection count, as a filter such as {"state": "live"}; null for all',
  webhookAccess: 'Which changes of users and access are sent; null for none. For super administrators',
  tooManyOwnWebhooks: ({ max }) => `at most ${max} webhooks of one creator`,
  tooManyWebhooks: ({ max }) => `at most ${max} webhooks in all`,
  filterOfOneCollection: 'needs exactly one name in collections',
  filterNotRead: 'must be a filter as an object, such as {"state": {"eq": "live"}}',
  filterBeyondTheRecord:
    'must be decided by the record itself: no searches, no records that refer to it, and no `above`',
  accessNotForWebhook: 'is for super administrators, and for their keys that manage accounts',
  webhookUrl: 'The address of the receiver',
  webhookState: 'Nothing is sent while it is paused; it goes on where it was paused',
  webhookSecret: 'The secret of the signatures (Standard Webhooks), shown only now',
  secretOverlap: 'For how many seconds the former secret still signs, a day by default; 0 for no longer',
  notAWebhookUrl: 'must be an http or https address without user, password and fragment',
  webhookMailLabel: 'Webhook email',
  webhookMailSubject: ({ webhook }) => `The webhook “${webhook}” is paused`,
  webhookMailText: ({ name, webhook, link }) =>
    `Hello ${name},\n\nthe webhook “${webhook}” is paused and sends nothing more. Sign in to see why, and resume it once that is repaired. It goes on with what it missed, as far as changes are kept:\n\n${link}\n`,
  webhookMadeByOther:
    'it was made or changed while somebody else could act as its creator; look at its address, then resume it',
  webhookOwnerless: 'the account, the key or the permission by which it was made has ended',
  webhookMissedChanges:
    'changes that it was not told of are no longer kept, or were undone with the database',
  webhookLostAccess: 'its creator may no longer learn of users and access',
  webhookLostSight: 'its webhook’s creator may no longer learn of it',
  webhookFilterRefused: 'its filter is not allowed any more; save it again to see why',
  webhookSecretLost: 'its secret can no longer be decrypted: replace it, then resume the webhook',
  receiverAnswered: ({ status }) => `the receiver answered ${status}`,
  receiverGone: 'the receiver answered 410: it is gone',
  addressNotForWebhooks: 'must be a public address with https, or within WEBHOOK_NETWORKS',
};
