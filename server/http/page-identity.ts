import { html } from '../definitions/project/html.ts';
import { readLogo } from '../shared/logo.ts';

/** How a page shows whose it is. */
export interface PageIdentity {
  readonly projectName: string;
  readonly projectLogo: string | undefined;
  readonly projectAccent: string | undefined;
  readonly mapTiles: string | undefined;
  readonly mapCredit: string;
  /** Whether the project has parts of its own in it, and whether the page is to follow their changes. */
  readonly ownParts: 'none' | 'some' | 'followed';
}

/** The path of the logo below the page. */
export const LOGO = 'logo';

/** Puts the name, the accent and the logo of a project in place of those that a page is built with. */
export function withIdentity(
  page: string,
  { projectName, projectLogo, projectAccent = '', mapTiles = '', mapCredit, ownParts }: PageIdentity,
): string {
  const logo = readLogo(projectLogo);
  return page
    .replace('<title>Quire</title>', () => html`<title>${projectName}</title>`.markup)
    .replace(
      'name="application-name" content="Quire"',
      () => html`name="application-name" content="${projectName}"`.markup,
    )
    .replace('name="quire-parts" content="none"', `name="quire-parts" content="${ownParts}"`)
    .replace('name="quire-accent" content=""', `name="quire-accent" content="${projectAccent}"`)
    .replace(
      'name="quire-tiles" content="" data-credit=""',
      () => html`name="quire-tiles" content="${mapTiles}" data-credit="${mapCredit}"`.markup,
    )
    .replace(/(<link rel="icon" href=")[^"]*(" type=")[^"]*/, (whole, before, between) =>
      logo ? `${before}./${LOGO}${between}${logo.type}` : whole,
    );
}
