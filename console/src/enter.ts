import { VueQueryPlugin } from '@tanstack/vue-query';
import type { App } from 'vue';
import {
  definitionsQuery,
  forgetFiles,
  forgetTitles,
  hasNewerBuild,
  onUserChange,
  ownRoutesQuery,
  queryClient,
  reloadAt,
} from './api/index.ts';
import { consoleBase } from './base.ts';
import { toastError } from './parts/toast-error.ts';
import { router } from './router.ts';
import AppShell from './shell/AppShell.vue';
import { loadPageTexts } from './texts/index.ts';

/** Loads the page at an address, and the texts of all pages. */
export async function preload(address: string): Promise<void> {
  const path = new URL(address).pathname.slice(consoleBase.length - 1);
  const pages = router.resolve(path).matched.map(({ components }) => components?.default as () => unknown); // lazy, like all in the router
  await Promise.all([loadPageTexts(), ...pages.map((load) => load())]);
}

/** Loads what only signed-in users need, to keep the sign-in page small. Returns the frame of all pages. */
export async function enter(app: App) {
  onUserChange(() => {
    queryClient.clear();
    forgetTitles();
    forgetFiles();
  });
  // If a page fails to load, the current one stays and shows the reason. If the server was updated, the console reloads.
  router.onError(async (error, to) => {
    if ((await hasNewerBuild()) && reloadAt(router.resolve(to.fullPath).href)) return;
    toastError(error);
  });
  app.use(VueQueryPlugin, { queryClient }).use(router);
  // Every page needs both. If they fail here, the page requests them again and shows the reason.
  void queryClient.prefetchQuery(definitionsQuery());
  void queryClient.prefetchQuery(ownRoutesQuery());
  const isReady = router.isReady().catch(() => undefined); // the frame has links to other pages
  await Promise.all([isReady, loadPageTexts()]);
  return AppShell;
}
