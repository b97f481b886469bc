import type { EVENTS, SUBJECTS, Webhook } from '../../../api/admin/webhooks.ts';
import type { Description } from '../../../api/definitions.ts';
import { t } from '../../../texts/admin.ts';
import { joined } from '../../../texts/joined.ts';

/** A summary of the changes that a webhook sends. */
export function summaryOf(
  { events, collections, filter, access }: Webhook,
  definitions: readonly Description[],
): string {
  const labelOf = (name: string) => definitions.find((one) => one.name === name)?.label ?? name;
  const nameOf = (event: string) => t.webhooks.eventNames[event as (typeof EVENTS)[number]] ?? event;
  const subjectOf = (name: string) => t.webhooks.subjectNames[name as (typeof SUBJECTS)[number]] ?? name;
  return [
    ...(collections?.length === 0
      ? []
      : [collections ? joined(collections.map(labelOf)) : t.webhooks.allCollections]),
    ...(filter === null ? [] : [t.webhooks.filtered]),
    ...(access ? [joined(access.map(subjectOf))] : []),
    events ? joined(events.map(nameOf)) : t.webhooks.allEvents,
  ].join(' · ');
}
