import { type AnyExtension, mergeAttributes } from '@tiptap/core';
import Image from '@tiptap/extension-image';
import StarterKit from '@tiptap/starter-kit';
import { tables } from './tables.ts';

/** The supported elements; texts with others are edited as source. */
export const extensions: AnyExtension[] = [
  StarterKit.configure({
    trailingNode: false,
    undoRedo: false, // the form undoes across its fields
    link: {
      openOnClick: false,
      protocols: ['http', 'https', 'mailto', 'tel'],
      HTMLAttributes: { target: null, rel: null, class: null },
    },
  }),
  Image.extend({ addNodeView: () => pictureView }).configure({ inline: true }),
  ...tables,
];

/** Images on other hosts are not loaded; their address is shown instead. */
function pictureView({ HTMLAttributes }: { HTMLAttributes: Record<string, unknown> }) {
  const source = String(HTMLAttributes.src ?? '');
  const isOwn = source !== '' && new URL(source, location.href).origin === location.origin;
  const dom = document.createElement(isOwn ? 'img' : 'span');
  const attributes = mergeAttributes(HTMLAttributes);
  if (dom instanceof HTMLImageElement) {
    dom.src = source;
    dom.alt = String(attributes.alt ?? '');
  } else dom.textContent = `🖼 ${attributes.alt ?? ''} ${source}`;
  dom.className = 'picture';
  return { dom };
}
