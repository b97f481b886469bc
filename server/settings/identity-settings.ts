import { statSync } from 'node:fs';
import { optional, text } from '../definitions/project/setting-kinds.ts';
import { contrastOf } from '../shared/contrast.ts';
import { LOGO_TYPES } from '../shared/logo.ts';

const MOST_BYTES = 256_000;
/** What texts of normal size need (WCAG 2.2, 1.4.3). */
const LEAST_CONTRAST = 4.5;

/** How people recognise the project: in the console, on the page to sign in, and in mails of the server. */
export const identitySettings = {
  PROJECT_NAME: text({
    initial: 'Quire',
    meaning: 'Name of the project, in the console and in mails of the server.',
    allowed: '1 to 40 printable characters',
    fits: (value) => /^[^\p{C}]{1,40}$/u.test(value) && value.trim() !== '',
  }),
  PROJECT_LOGO: optional({
    meaning:
      'Image of the project, beside its name and as the icon of the console. Mails show it unless it is an SVG, which mail programs do not show.',
    allowed: `a file of at most 256 kB whose name ends with ${[...LOGO_TYPES.keys()].join(', ')}`,
    fits: (value) => {
      const [ending = ''] = /\.[a-z]+$/.exec(value) ?? [];
      const found = LOGO_TYPES.has(ending) ? statSync(value, { throwIfNoEntry: false }) : undefined;
      return found?.isFile() === true && found.size <= MOST_BYTES;
    },
  }),
  PROJECT_ACCENT: optional({
    meaning: 'Colour of buttons and links in the console and in mails. Dark pages get a lighter shade of it.',
    allowed: `a colour such as #0a7d4f whose contrast to white is at least ${LEAST_CONTRAST}`,
    fits: (value) => /^#[0-9a-fA-F]{6}$/.test(value) && contrastOf(value, '#ffffff') >= LEAST_CONTRAST,
  }),
};
