import { onMounted, onScopeDispose, type ShallowRef } from 'vue';

const NAME = 'Quire';

/** Gives the tab the heading of the page that is shown, so that tabs, bookmarks and screen readers tell pages apart. */
export function usePageTitle(main: Readonly<ShallowRef<HTMLElement | null>>): void {
  const show = () => {
    const heading = main.value?.querySelector('h1')?.textContent?.trim();
    if (heading) document.title = `${heading} · ${NAME}`;
  };
  const observer = new MutationObserver(show);

  onMounted(() => {
    show();
    if (main.value) observer.observe(main.value, { childList: true, characterData: true, subtree: true });
  });
  onScopeDispose(() => {
    observer.disconnect();
    document.title = NAME;
  });
}
