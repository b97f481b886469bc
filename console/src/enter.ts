import { VueQueryPlugin } from '@tanstack/vue-query';
import type { App } from 'vue';
import { queryClient } from './api/query-client.ts';
import { forgetTitles } from './api/rows/titles.ts';
import { whenUserChanges } from './api/session.ts';
import { adviceFor } from './parts/error-advice.ts';
import { toast } from './parts/toasts.ts';
import { router } from './router.ts';
import AppShell from './shell/AppShell.vue';
import { bringPageTexts, t } from './texts/index.ts';

/** Brings in what only signed-in users need, so that the sign-in page is small, and answers the frame of all pages. */
export async function enter(app: App) {
  whenUserChanges(() => {
    queryClient.clear();
    forgetTitles();
  });
  // A page that cannot be loaded leaves the one that is shown, and says why.
  router.onError((error) => toast({ text: adviceFor(error, t.errors).what }));
  app.use(VueQueryPlugin, { queryClient }).use(router);
  await Promise.all([router.isReady(), bringPageTexts()]);
  return AppShell;
}
