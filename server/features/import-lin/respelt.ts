/** The most characters of a text in the report. */
const MOST_SHOWN = 60;

type Values = Readonly<Record<string, unknown>>;

/** What the report says of texts that are stored in another spelling than they have there, by the names of their fields. */
export function respelt(there: Values, here: Values): string[] {
  return Object.entries(there).flatMap(([name, given]) => {
    const stored = here[name];
    if (typeof given !== 'string' || typeof stored !== 'string' || stored === given) return [];
    return `its ${name} ${shown(given)} becomes ${shown(stored)}: ${reasonFor(given, stored)}`;
  });
}

function reasonFor(given: string, stored: string): string {
  const composed = given.normalize('NFC');
  if (composed === stored) return 'letters are stored composed';
  if (composed.trim() === stored.trim()) return 'nothing that cannot be seen is stored at the ends';
  return 'it has one spelling here';
}

function shown(text: string): string {
  const letters = [...text];
  return JSON.stringify(letters.length > MOST_SHOWN ? `${letters.slice(0, MOST_SHOWN).join('')}…` : text);
}
