// The names that tokens.css gives, as the gallery shows them.
export const COLORS: Readonly<Record<string, readonly string[]>> = {
  Grounds: ['page', 'surface', 'raised', 'sunken', 'hover', 'pressed'],
  'Lines and texts': ['line', 'line-strong', 'text', 'text-quiet', 'text-faint'],
  'What one does': ['accent', 'accent-strong', 'accent-text', 'accent-soft', 'on-accent'],
  'How it went': ['good', 'good-soft', 'warn', 'warn-soft', 'bad', 'bad-soft'],
};
export const SPACES = ['half', '1', '2', '3', '4', '5', '6', '8', '10', '12', '16'];
export const SIZES = ['tiny', 'small', '', 'large', 'title', 'figure'];
export const RADII = ['tiny', 'small', '', 'large', 'round'];
export const SHADOWS = ['shadow', 'shadow-high', 'ring'];
export const WIDTHS = ['menu', 'dialog', 'sheet', 'reading', 'page', 'wide', 'split'];
export const TONES = ['gray', 'brown', 'red', 'orange', 'yellow', 'green', 'teal', 'blue', 'purple', 'pink'];
