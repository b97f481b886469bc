import { Html, html } from '../definitions/project/html.ts';

/** How mails look. */
export interface Dress {
  readonly name: string;
  /** The colour of links and of the line below the name. */
  readonly accent: string | undefined;
  /** Whether the logo comes with the mail. */
  readonly hasLogo: boolean;
}

/** The name by which the markup of a mail shows the logo that comes with it. */
export const LOGO_CID = 'logo';

/** The colours of a mail without an accent. */
const LINE = '#8886';
const LINK = '#3b3fc4';
const ADDRESS = /https?:\/\/[^\s<>"']+/g;

/** The text of a mail as HTML, below the name and the logo of the project. Addresses in it become links. */
export function dressed(text: string, { name, accent, hasLogo }: Dress): Html {
  const logo = hasLogo
    ? html`<img src="${`cid:${LOGO_CID}`}" alt="" height="32" style="vertical-align:middle"> `
    : '';
  const paragraphs = text.split(/\n{2,}/).map((one) => html`<p>${linesOf(one, accent ?? LINK)}</p>`);
  return html`<div style="max-width:36em;font-family:sans-serif;line-height:1.5"><p style="padding-bottom:12px;border-bottom:2px solid ${accent ?? LINE}">${logo}<strong>${name}</strong></p>${paragraphs}</div>`;
}

function linesOf(text: string, accent: string): Html[] {
  return text
    .split('\n')
    .map((line, index) => html`${index > 0 ? new Html('<br>') : ''}${linked(line, accent)}`);
}

function linked(line: string, accent: string): (Html | string)[] {
  const addresses = [...line.matchAll(ADDRESS)];
  const ends = [0, ...addresses.map(({ 0: address, index }) => index + address.length)];
  const between = ends.map((end, at) => line.slice(end, addresses[at]?.index));
  return between.flatMap((text, at) => {
    const address = addresses[at]?.[0];
    return address === undefined
      ? [text]
      : [text, html`<a href="${address}" style="color:${accent}">${address}</a>`];
  });
}
