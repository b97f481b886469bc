import { onMounted, onScopeDispose, type ShallowRef } from 'vue';
import { projectName } from '../project.ts';

/** Gives the tab and the main region, which has the focus of a new page, the heading of the page that is shown. */
export function usePageTitle(main: Readonly<ShallowRef<HTMLElement | null>>): void {
  const show = () => {
    const heading = main.value?.querySelector('h1')?.textContent?.trim();
    if (!heading) return;
    document.title = `${heading} · ${projectName}`;
    main.value?.setAttribute('aria-label', heading);
  };
  const observer = new MutationObserver(show);

  onMounted(() => {
    show();
    if (main.value) observer.observe(main.value, { childList: true, characterData: true, subtree: true });
  });
  onScopeDispose(() => {
    observer.disconnect();
    document.title = projectName;
  });
}
