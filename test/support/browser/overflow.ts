/** Runs in the page: turned to this direction, what of it would have to be scrolled sideways. */
export function sidewaysOverflow(direction: string): string[] {
  const { document } = globalThis as unknown as PageScope;
  document.documentElement.dir = direction;
  const scrolled = ['.shell-main', '.page', '.sidebar', 'dialog[open]', '.popover:popover-open', '.sign-in'];
  const parts = [document.documentElement, ...scrolled.flatMap((one) => [...document.querySelectorAll(one)])];
  return parts
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
    .map(
      ({ localName, className, scrollWidth, clientWidth }) =>
        `${localName}.${className}: ${scrollWidth - clientWidth} px too wide`,
    );
}

interface PageElement {
  readonly localName: string;
  readonly className: string;
  readonly scrollWidth: number;
  readonly clientWidth: number;
}
interface PageScope {
  readonly document: {
    readonly documentElement: PageElement & { dir: string };
    querySelectorAll(selector: string): Iterable<PageElement>;
  };
}
