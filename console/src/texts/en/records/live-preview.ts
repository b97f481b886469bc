export const livePreview = {
  open: 'Live preview',
  title: 'Live preview',
  page: 'The page of the site',
  width: 'Width of the page',
  widths: { phone: 'Phone', tablet: 'Tablet', desktop: 'Desktop' },
  reload: 'Reload',
  newTab: 'Open in a new tab',
  close: 'Close the preview',
  silent:
    'The page does not answer. It cannot be reached, does not allow this console to show it, or does not follow the form.',
  ownAddress:
    'The page has the address of this console and cannot be shown in it. Open it in a new tab instead.',
};
