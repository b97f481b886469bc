import { nextTick } from 'vue';

/** The part of a field at a path such as `parts.0.words`, with the elements around it drawn and opened; the nearest part that there is. */
export async function innerPart(field: Element, path: readonly string[]): Promise<Element> {
  let part = field;
  for (let length = 2; length <= path.length; length += 1) {
    const next = part.querySelector(`[data-path="${CSS.escape(path.slice(0, length).join('.'))}"]`);
    if (!next) return part;
    part = next;
    part.dispatchEvent(new Event('quire:draw'));
    part.querySelector<HTMLElement>(':scope > .nested-head > [aria-expanded="false"]')?.click();
    await nextTick();
  }
  return part;
}
