import { VueQueryPlugin } from '@tanstack/vue-query';
import type { App } from 'vue';
import { queryClient } from './api/query-client.ts';
import { whenUserChanges } from './api/session.ts';
import { forgetTitles } from './api/titles.ts';
import { router } from './router.ts';
import AppShell from './shell/AppShell.vue';
import { loadAllTexts } from './texts/index.ts';

/** Brings in what only signed-in users need, so that the sign-in page is small, and answers the frame of all pages. */
export async function enter(app: App) {
  whenUserChanges(() => {
    queryClient.clear();
    forgetTitles();
  });
  app.use(VueQueryPlugin, { queryClient }).use(router);
  await Promise.all([router.isReady(), loadAllTexts()]);
  return AppShell;
}
