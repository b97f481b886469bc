/** Whether a text is an http or https URL, without query and fragment. */
export const isUrl = (value: string) => /^https?:\/\/[^\s?#]+$/.test(value);
