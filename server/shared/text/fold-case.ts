/** A text without differences of case and form (NFKC): texts that people take for one are compared by it. */
export function foldCase(text: string): string {
  return text.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');
}
