/** What a device asks of its person's proof: the library knows `prompt` of browsers alone, and leaves it out of what it keeps. */
export const DEVICE_PROMPT = 'device_prompt';

/** Lets the library keep what a device asks of its person's proof. */
export function keepDevicePrompt(values: URLSearchParams): void {
  const prompt = values.get('max_age') === '0' ? 'login' : values.get('prompt');
  values.delete(DEVICE_PROMPT);
  if (prompt !== null) values.set(DEVICE_PROMPT, prompt);
}
