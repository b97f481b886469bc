import { VueQueryPlugin } from '@tanstack/vue-query';
import type { App } from 'vue';
import { hasNewerBuild, reloadAt } from './api/build.ts';
import { queryClient } from './api/query-client.ts';
import { forgetTitles } from './api/rows/titles.ts';
import { onUserChange } from './api/session.ts';
import { adviceFor } from './parts/error-advice.ts';
import { toast } from './parts/toasts.ts';
import { router } from './router.ts';
import AppShell from './shell/AppShell.vue';
import { loadPageTexts, t } from './texts/index.ts';

/** Brings in what only signed-in users need, so that the sign-in page is small, and answers the frame of all pages. */
export async function enter(app: App) {
  onUserChange(() => {
    queryClient.clear();
    forgetTitles();
  });
  // A page that cannot be loaded leaves the one that is shown, and says why; that of a newer server is loaded anew.
  router.onError(async (error, to) => {
    if ((await hasNewerBuild()) && reloadAt(router.resolve(to.fullPath).href)) return;
    toast({ text: adviceFor(error, t.errors).what });
  });
  app.use(VueQueryPlugin, { queryClient }).use(router);
  const isReady = router.isReady().catch(() => undefined); // the frame has ways to other pages
  await Promise.all([isReady, loadPageTexts()]);
  return AppShell;
}
