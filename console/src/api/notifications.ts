import { useQuery } from '@tanstack/vue-query';
import { computed } from 'vue';
import { language } from '../texts/index.ts';
import { call } from './call.ts';
import type { ItemOf } from './route-types.ts';
import { me } from './session.ts';

export type Notification = ItemOf<'GET /cms/notification'>;

const EACH_MS = 60_000;

/** What concerns the user, the newest first; asked again each minute, once for all that show it. */
export function useNotifications() {
  return useQuery({
    queryKey: computed(() => ['notifications', me.value?.id, language.value]),
    queryFn: () => call('GET /cms/notification'),
    refetchInterval: EACH_MS,
    retry: false,
  });
}

/** Marks some as read, or all up to a time. */
export async function markRead(
  what: { readonly keys: readonly string[] } | { readonly until: number },
): Promise<void> {
  await call('POST /cms/notification/read', { body: what });
}

export async function setByMail(by_mail: boolean): Promise<void> {
  await call('PUT /cms/notification/mail', { body: { by_mail } });
}
