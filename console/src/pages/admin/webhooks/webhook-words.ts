import type { EVENTS, Webhook } from '../../../api/admin/webhooks.ts';
import type { Description } from '../../../api/definitions.ts';
import { t } from '../../../texts/admin.ts';

/** Which changes a webhook tells of, in words. */
export function toldOf({ events, records }: Webhook, definitions: readonly Description[]): string {
  const labelOf = (name: string) => definitions.find((one) => one.name === name)?.label ?? name;
  const nameOf = (event: string) => t.webhooks.eventNames[event as (typeof EVENTS)[number]] ?? event;
  return [
    records?.map(labelOf).join(', ') ?? t.webhooks.allRecords,
    events?.map(nameOf).join(', ') ?? t.webhooks.allEvents,
  ].join(' · ');
}
