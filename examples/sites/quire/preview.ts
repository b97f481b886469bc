import DOMPurify from 'dompurify';
import { type ArticleDraftsRecord, subscribeToPreview } from './quire-client.ts';

/** Lets the page follow the form in the console: each element with `data-quire-field` shows its field. */
export function followForm(origin: string): () => void {
  return subscribeToPreview<ArticleDraftsRecord>({ origin, collection: 'article' }, ({ values }) => {
    for (const element of document.querySelectorAll<HTMLElement>('[data-quire-field]')) {
      const name = element.dataset.quireField as keyof ArticleDraftsRecord;
      if (!Object.hasOwn(values, name)) continue;
      const text = String(values[name] ?? '');
      if (name === 'body') element.innerHTML = DOMPurify.sanitize(text);
      else element.textContent = text;
    }
  });
}
