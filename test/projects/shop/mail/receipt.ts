import { defineMail, html, Type } from 'quire-cms';

interface Receipt {
  readonly order: bigint;
  readonly name: string;
}

const greet = ({ order, name }: Receipt, words: string, subject: string) => ({
  subject: `${subject} ${name}`,
  text: `${words} ${name}: ${order}`,
  html: html`<p>${words} <b>${name}</b>: ${order}</p>`,
});

export const receipt = defineMail({
  name: 'receipt',
  label: 'Receipt of an order',
  input: Type.Object({ order: Type.Id(), name: Type.String() }),
  texts: {
    en: (input) => greet(input, 'Thank you,', 'Your order,'),
    de: (input) => greet(input, 'Danke,', 'Ihre Bestellung,'),
  },
});
