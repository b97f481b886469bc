const contentOf = (name: string) =>
  document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content ?? '';

/** The name of the project, which the server puts into the page. */
export const projectName = contentOf('application-name');

/** The address of its logo. */
export const projectLogo = document.querySelector<HTMLLinkElement>('link[rel=icon]')?.href ?? '';

/** Gives buttons and links the colour of the project; `styles/tokens.css` makes its shades. */
export function applyAccent(): void {
  const accent = contentOf('quire-accent');
  if (accent === '') return;
  document.documentElement.style.setProperty('--brand', accent);
  document.documentElement.dataset.brand = '';
}

/** Whether the project has parts of its own in the console. Those of others ask for none. */
export const hasOwnParts = contentOf('quire-parts') !== 'none';

/** Whether somebody works on them: the page follows their changes. */
export const followsParts = contentOf('quire-parts') === 'followed';
