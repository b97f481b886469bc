import { defineMail, html, Type } from 'quire-cms';

export const receipt = defineMail({
  name: 'receipt',
  label: 'Receipt of an order',
  input: Type.Object({ order: Type.Id(), name: Type.String() }),
  texts: {
    en: ({ order, name }) => ({
      subject: `Your order ${order}`,
      text: `Thank you, ${name}.`,
      html: html`<p>Thank you, <b>${name}</b>.</p>`,
    }),
    de: ({ order, name }) => ({
      subject: `Ihre Bestellung ${order}`,
      text: `Danke, ${name}.`,
    }),
  },
});
